import { useEffect, useRef, type ReactNode } from 'react';
import { CASH_BIDS_PAGE, type CashBids } from '#contract/cash-bids.ts';
import { momentInWords } from '#contract/date-time.ts';
import { startCashBidPoll } from '#app/browser/cash-bid-poll.ts';
import { fitFrameHeight } from '#app/browser/frame-height.ts';
import { useSite } from '#app/site-context.ts';
import { Plate } from './plate.tsx';
import styles from './cash-bids-panel.module.css';

/** Heights of the framed page's parts, in CSS pixels: the frame is made to fit before it has loaded. */
const FRAME = { headPx: 44, rowPx: 73, emptyPx: 96, waitingPx: 409, maxPx: 900 } as const;

/**
 * The board of bids in a frame of its own, the page /cash-bids.html, which has them before this page does after a
 * navigation inside the app: `bids` is undefined then.
 */
export function CashBidsPanel({ bids, when }: { bids: CashBids | undefined; when: ReactNode }) {
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
        <a href={links.marketAlerts}>Sign up for market alerts</a>
      </p>
      <p className={styles.disclaimer}>
        Futures are delayed at least 10 minutes. Bids are for information only and can change without notice.
      </p>
    </Plate>
  );
}

/** When the newest of the bids was set. */
export function BidsTime({ cashBids: { asOf } }: { cashBids: CashBids }) {
  const { timeZone } = useSite();
  return asOf && <time dateTime={asOf}>{momentInWords(asOf, timeZone)}</time>;
}

function frameHeight(bids: CashBids | undefined): number {
  if (!bids) return FRAME.waitingPx;
  if (bids.bids.length === 0) return FRAME.emptyPx;
  return Math.min(FRAME.headPx + bids.bids.length * FRAME.rowPx, FRAME.maxPx);
}
