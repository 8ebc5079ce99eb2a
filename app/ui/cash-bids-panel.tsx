import { useEffect, useRef, type ReactNode } from 'react';
import type { BidsAtAGlance } from '#contract/bids-shown.ts';
import { CASH_BIDS_PAGE } from '#contract/cash-bids.ts';
import { zonedMomentInWords } from '#contract/date-time.ts';
import { startCashBidPoll } from '#app/browser/cash-bid-poll.ts';
import { fitFrameHeight } from '#app/browser/frame-height.ts';
import { useSite } from '#app/site-context.ts';
import { Plate } from './plate.tsx';
import styles from './cash-bids-panel.module.css';

/** Heights of the framed page's parts, in CSS pixels: the frame is made to fit before it has loaded. */
const FRAME = {
  locationPx: 108,
  commodityPx: 44,
  rowPx: 60,
  emptyPx: 96,
  waitingPx: 409,
  maxPx: 1000,
} as const;

/**
 * The board of bids in a frame of its own, the page /cash-bids.html, which has them before this page does after a
 * navigation inside the app: `bids` is undefined then.
 */
export function CashBidsPanel({ bids, when }: { bids: BidsAtAGlance | undefined; when: ReactNode }) {
  const { links } = useSite();
  const frame = useRef<HTMLIFrameElement>(null);

  useEffect(() => {
    if (!frame.current) return;
    const stopPoll = startCashBidPoll({ frame: frame.current });
    const stopFitting = fitFrameHeight({ frame: frame.current, maxPx: FRAME.maxPx });
    return () => {
      stopPoll();
      stopFitting();
    };
  }, []);

  return (
    <Plate heading="Local Cash Bids" when={when}>
      <iframe
        ref={frame}
        className={styles.frame}
        title="Local cash bids"
        src={CASH_BIDS_PAGE}
        height={frameHeight(bids)}
      />
      <p className={styles.alerts}>
        <a href={CASH_BIDS_PAGE}>The whole board</a>
        <a href={links.marketAlerts}>Sign up for market alerts</a>
      </p>
      <p className={styles.disclaimer}>
        Futures are delayed at least 10 minutes. Bids are for information only and can change without notice.
      </p>
    </Plate>
  );
}

/** When the newest of the bids was set. */
export function BidsTime({ cashBids: { asOf } }: { cashBids: BidsAtAGlance }) {
  const { timeZone } = useSite();
  return asOf && <time dateTime={asOf}>{zonedMomentInWords(asOf, timeZone)}</time>;
}

function frameHeight(bids: BidsAtAGlance | undefined): number {
  if (!bids) return FRAME.waitingPx;
  const { length } = bids;
  if (length.bids === 0) return FRAME.emptyPx;
  const parts =
    length.locations * FRAME.locationPx + length.commodities * FRAME.commodityPx + length.bids * FRAME.rowPx;
  return Math.min(parts, FRAME.maxPx);
}
