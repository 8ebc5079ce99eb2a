import { usePageContent } from '#app/router/router-context.tsx';
import { PRICE_SHEET_PAGE } from '#contract/cash-bids.ts';
import type { PublicSite } from '#shared/page-content.ts';
import { CashBidsPanel } from '#app/ui/cash-bids-panel.tsx';
import { PagePart } from '#app/ui/loadable-view.tsx';
import { PageSection } from '#app/ui/page-section.tsx';
import { RestoreScrollAfterLoad } from '#app/ui/restore-scroll-after-load.tsx';
import { useSite } from '#app/ui/site-context.ts';
import { SiteLink } from '#app/ui/site-link.tsx';
import { WidgetPage } from './widget-page.tsx';
import styles from './widget-page.module.css';

export default function MarketPage() {
  const { parts } = useSite();
  const { content } = usePageContent<'/future-market-overview' | '/future-detail' | '/market-snapshot'>();
  return (
    <WidgetPage>
      <PagePart content={content} loading={null}>
        {() => <RestoreScrollAfterLoad />}
      </PagePart>
      <CashBidsPanel content={content} />
      {(parts.fertilizer || parts.fuel) && (
        <PageSection heading={headingOf(parts)}>
          <p className={`${styles.links} link-row`}>
            <SiteLink to="/products">See all prices</SiteLink>
            <a href={PRICE_SHEET_PAGE}>Printable price sheet</a>
          </p>
        </PageSection>
      )}
    </WidgetPage>
  );
}

function headingOf({ fertilizer, fuel }: PublicSite['parts']): string {
  if (fertilizer && fuel) return 'Fertilizer and Fuel Prices';
  return fertilizer ? 'Fertilizer Prices' : 'Fuel Prices';
}
