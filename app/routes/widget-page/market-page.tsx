import { CASH_BIDS_PAGE, PRICE_SHEET_PAGE } from '#contract/cash-bids.ts';
import type { Figure, MarketPath, MarketTable } from '#shared/page-content.ts';
import { usePageContent, useRouterState, useShellContent } from '#app/router/router-context.tsx';
import { Announcement } from '#app/ui/announcement.tsx';
import { CashBidsPanel } from '#app/ui/cash-bids-panel.tsx';
import { PriceChange } from '#app/ui/icons.tsx';
import { PageSection } from '#app/ui/page-section.tsx';
import { Call } from '#app/ui/phone-link.tsx';
import { FoldingTable } from '#app/ui/price-table-view.tsx';
import tableStyles from '#app/ui/price-table-view.module.css';
import { useSite } from '#app/ui/site-context.ts';
import { SiteLink } from '#app/ui/site-link.tsx';
import { StaleBadge } from '#app/ui/stale-badge.tsx';
import { Time } from '#app/ui/time.tsx';
import { WidgetPage } from './widget-page.tsx';
import styles from './market-page.module.css';

/** Renders the tables of a market page or the news, or on a market page the bids of a vendor. */
export default function MarketPage() {
  const { embeds, links, parts } = useSite();
  const { announcement, telephone } = useShellContent();
  const tables = usePageContent<MarketPath>();
  const isNews = useRouterState().path === '/news';
  if (!isNews && embeds.cashBids !== null) {
    return (
      <WidgetPage>
        <CashBidsPanel />
      </WidgetPage>
    );
  }
  return (
    <WidgetPage>
      {isNews && (
        <div className={styles.announcement}>
          <Announcement html={announcement} />
        </div>
      )}
      {tables.length === 0 && (
        <PageSection heading={isNews ? 'Price Changes' : 'Cash Bids'}>
          <p className="empty-state">
            {isNews ? 'No prices changed in the last 30 days.' : 'No bids posted.'}
            <Call before=" Call " number={telephone} after="." />
          </p>
        </PageSection>
      )}
      <div className={styles.plates} data-narrow={tables.every(({ headers }) => headers.length <= 3)}>
        {tables.map((table) => (
          <Plate key={table.name} {...table} />
        ))}
      </div>
      <p className="link-row no-print">
        <a href={CASH_BIDS_PAGE}>See all bids</a>
        {links.marketAlerts && <a href={links.marketAlerts}>Sign up for market alerts</a>}
        {(parts.fertilizer || parts.fuel) && <SiteLink to="/products">See all prices</SiteLink>}
        <a href={PRICE_SHEET_PAGE}>Printable price sheet</a>
      </p>
      <p className="fine-print">
        Futures are delayed at least 10 minutes. Bids are for information only and can change without notice.
      </p>
    </WidgetPage>
  );
}

function Plate({ name, asOf, isOld, headers, rows }: MarketTable) {
  const time = asOf && (
    <small className={`${styles.time} fine-print`} data-old={isOld || undefined}>
      {isOld ? 'Old bids, as of ' : 'As of '}
      <Time at={asOf} />
    </small>
  );
  return (
    <PageSection heading={name} aside={time}>
      <div className={`${tableStyles.section} ${styles.table}`}>
        <FoldingTable
          label={name}
          headers={headers}
          rows={rows.map((cells) =>
            cells.map((figures, column) => <Figures key={column} figures={figures} />),
          )}
        />
      </div>
    </PageSection>
  );
}

function Figures({ figures }: { figures: readonly Figure[] }) {
  if (figures.length === 0) return '–';
  return (
    <span>
      {figures.map(({ text, note, isChange, asOf }, at) =>
        isChange ? (
          <PriceChange key={at} className={styles.figure} text={text} />
        ) : (
          <span key={at} className={styles.figure}>
            {text} {note && <small>{note}</small>} {asOf && <StaleBadge asOf={asOf} />}
          </span>
        ),
      )}
    </span>
  );
}
