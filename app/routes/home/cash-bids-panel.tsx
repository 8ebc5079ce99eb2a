import { useEffect, useRef } from 'react';
import { FRAME_MAX_PX, type FrameHeights } from '#shared/bid-summary.ts';
import { CASH_BIDS_PAGE } from '#contract/cash-bids.ts';
import { formatDateTimeWithZone } from '#shared/date-time.ts';
import type { Loadable, HomeContent } from '#shared/page-content.ts';
import { startCashBidPoll } from '#app/browser/cash-bid-poll.ts';
import { fitFrameHeight } from '#app/browser/frame-height.ts';
import { useSite } from '#app/ui/site-context.ts';
import { useLoadable } from '#app/ui/loadable-view.tsx';
import { PageSection } from '#app/ui/page-section.tsx';
import styles from './cash-bids-panel.module.css';

/** Height of a typical bid list in CSS pixels, used until the actual height is known. */
const DEFAULT_HEIGHTS: FrameHeights = { wide: 409, narrow: 409 };
/** Height of a vendor's page in CSS pixels, as set in `cash-bids.css`. */
const VENDOR_HEIGHTS: FrameHeights = { wide: 480, narrow: 480 };

/** Renders the cash bids in an iframe. After a client-side navigation, the iframe may load before `content`. */
export function CashBidsPanel({ content }: { content: Loadable<HomeContent> }) {
  const { links, embeds } = useSite();
  const bids = useLoadable(content).value?.cashBids;
  const frame = useRef<HTMLIFrameElement>(null);

  useEffect(() => {
    if (!frame.current) return;
    const stopPoll = startCashBidPoll({ frame: frame.current });
    const stopFitting = fitFrameHeight({ frame: frame.current, maxPx: FRAME_MAX_PX });
    return () => {
      stopPoll();
      stopFitting();
    };
  }, []);

  const { wide, narrow } = embeds.cashBids === null ? (bids?.frame ?? DEFAULT_HEIGHTS) : VENDOR_HEIGHTS;
  return (
    <PageSection heading="Local Cash Bids" aside={bids?.asOf && <BidsTime asOf={bids.asOf} />}>
      <div className={styles.frame}>
        {/* The content security policy blocks inline styles, so two empty SVGs set the height, one per breakpoint. */}
        <svg className={styles.wide} width="0" height={wide} aria-hidden="true" />
        <svg className={styles.narrow} width="0" height={narrow} aria-hidden="true" />
        <iframe ref={frame} title="Local cash bids" src={CASH_BIDS_PAGE} />
      </div>
      <p className={styles.alerts}>
        <a href={CASH_BIDS_PAGE}>
          See all bids{bids && bids.locations > 1 && ` at ${bids.locations} locations`}
        </a>
        <a href={links.marketAlerts}>Sign up for market alerts</a>
      </p>
      <p className={styles.disclaimer}>
        Futures are delayed at least 10 minutes. Bids are for information only and can change without notice.
      </p>
    </PageSection>
  );
}

function BidsTime({ asOf }: { asOf: string }) {
  const { timeZone } = useSite();
  return <time dateTime={asOf}>{formatDateTimeWithZone(asOf, timeZone)}</time>;
}
