import { useEffect, useRef } from 'react';
import type { FrameHeights } from '#shared/bid-summary.ts';
import { CASH_BIDS_PAGE } from '#contract/cash-bids.ts';
import type { Loadable } from '#shared/loadable.ts';
import type { MarketContent } from '#shared/page-content.ts';
import { startPoll } from '#shared/poll.ts';
import { CASH_BID_POLL, prepareBids } from '#shared/prepare-bids.ts';
import { useSite } from './site-context.ts';
import { PrintedBids } from './printed-bids.tsx';
import { useLoadable } from './loadable-view.tsx';
import { PageSection } from './page-section.tsx';
import styles from './cash-bids-panel.module.css';

/** Height of a vendor's page in CSS pixels, as set in `cash-bids.css`, and of ours until it is known. */
const USUAL_HEIGHTS: FrameHeights = { wide: 480, narrow: 480 };

/** Renders the cash bids in an iframe. After a client-side navigation, the iframe may load before `content`. */
export function CashBidsPanel({ content }: { content?: Loadable<MarketContent> }) {
  const { links, embeds } = useSite();
  const bids = useLoadable(content).value?.cashBids;
  const frame = useRef<HTMLIFrameElement>(null);

  useEffect(() => {
    const iframe = frame.current;
    if (!iframe) return;
    return startPoll({
      ...CASH_BID_POLL,
      attempt() {
        const { contentDocument } = iframe;
        return contentDocument !== null && prepareBids(contentDocument);
      },
    });
  }, []);

  const own = embeds.cashBids === null ? bids : undefined;
  const locations = bids?.locations.length ?? 0;
  return (
    <PageSection heading="Local Cash Bids">
      <PrintedBids bids={bids} />
      {/* On paper, the table above replaces it. Its page sets the height, also before hydration. */}
      <div className={`${styles.frame} no-print`} data-bids-frame suppressHydrationWarning>
        <Room {...(own?.frame ?? USUAL_HEIGHTS)} />
        <div className={styles.others}>{own && <Room {...own.others} />}</div>
        <iframe ref={frame} title="Local cash bids" src={CASH_BIDS_PAGE} />
      </div>
      <p className="link-row no-print">
        <a href={CASH_BIDS_PAGE}>See all bids{locations > 1 && ` at ${locations} locations`}</a>
        {links.marketAlerts && <a href={links.marketAlerts}>Sign up for market alerts</a>}
      </p>
      <p className={`${styles.disclaimer} fine-print`}>
        Futures are delayed at least 10 minutes. Bids are for information only and can change without notice.
      </p>
    </PageSection>
  );
}

/** Reserves a height. The content security policy blocks inline styles, so empty SVGs set it, one per layout. */
const Room = ({ wide, narrow }: FrameHeights) => (
  <>
    <svg className={styles.wide} width="0" height={toRem(wide)} aria-hidden="true" />
    <svg className={styles.narrow} width="0" height={toRem(narrow)} aria-hidden="true" />
  </>
);

/** Heights grow with the text of visitors who enlarge it. */
const toRem = (px: number) => `${px / 16}rem`;
