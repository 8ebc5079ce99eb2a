import { usePageContent, useShellContent } from '#app/router/router-context.tsx';
import { CASH_BIDS_PAGE } from '#contract/cash-bids.ts';
import { hasVisibleText } from '#contract/rich-text.ts';
import { isShown } from '#shared/site-parts.ts';
import type { PriceTimes } from '#shared/price-times.ts';
import { Announcement } from '#app/ui/announcement.tsx';
import { LoadableView, PagePart } from '#app/ui/loadable-view.tsx';
import { NoPrices } from '#app/ui/no-prices.tsx';
import { PageSection } from '#app/ui/page-section.tsx';
import { RestoreScrollAfterLoad } from '#app/ui/restore-scroll-after-load.tsx';
import { useSite } from '#app/ui/site-context.ts';
import { SiteLink } from '#app/ui/site-link.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { Time } from '#app/ui/time.tsx';
import { WidgetPage } from './widget-page.tsx';
import styles from './news.module.css';

const PRICES = [
  { prices: 'cashBids', label: 'Cash bids', to: CASH_BIDS_PAGE },
  { prices: 'fertilizer', label: 'Fertilizer', to: '/products/#fertHeader' },
  { prices: 'fuel', label: 'Fuel', to: '/products/#fuelHeader' },
] as const satisfies { prices: keyof PriceTimes; label: string; to: string }[];

/** Renders the announcement and the times of the last price changes. */
export default function NewsPage() {
  const { content } = usePageContent<'/news'>();
  const shell = useShellContent();
  return (
    <WidgetPage>
      <div className={styles.announcement}>
        <LoadableView content={content} loading={<CurrentAnnouncement html={shell.announcement} />}>
          {({ announcement }) => <CurrentAnnouncement html={announcement} />}
        </LoadableView>
      </div>
      <PageSection heading="Last Price Changes">
        <PagePart content={content} loading={<Spinner room={styles.placeholder} />}>
          {({ priceTimes }) => (
            <>
              <RestoreScrollAfterLoad />
              <Times priceTimes={priceTimes} />
            </>
          )}
        </PagePart>
      </PageSection>
    </WidgetPage>
  );
}

function CurrentAnnouncement({ html }: { html: string }) {
  return hasVisibleText(html) ? (
    <Announcement html={html} />
  ) : (
    <p className="empty-state">No announcements right now.</p>
  );
}

function Times({ priceTimes }: { priceTimes: PriceTimes }) {
  const site = useSite();
  const posted = PRICES.flatMap(({ prices, ...rest }) => {
    const at = isShown(site, rest.to) ? priceTimes[prices] : null;
    return at === null || Number.isNaN(Date.parse(at)) ? [] : [{ at, ...rest }];
  });
  if (posted.length === 0) return <NoPrices />;
  return (
    <dl className={styles.times}>
      {posted.map(({ at, label, to }) => (
        <div key={label}>
          <dt className="link-row">
            <SiteLink to={to}>{label}</SiteLink>
          </dt>
          <dd>
            <Time at={at} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
