import { CASH_BIDS_PAGE } from '#contract/cash-bids.ts';
import { MESSAGES } from '#contract/messages.ts';
import { ErrorScreen } from '#app/ui/error-screen.tsx';
import { SiteLink } from '#app/ui/site-link.tsx';

export default function NotFoundPage() {
  return (
    <ErrorScreen message={MESSAGES.notFound}>
      <SiteLink to={CASH_BIDS_PAGE}>Bids</SiteLink>
      <SiteLink to="/products">Prices</SiteLink>
      <SiteLink to="/contact-us">Contact</SiteLink>
    </ErrorScreen>
  );
}
