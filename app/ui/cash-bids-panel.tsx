import { useEffect, useRef } from 'react';
import { CASH_BIDS_PAGE, type CashBids } from '#contract/cash-bids.ts';
import { momentInWords } from '#contract/date-time.ts';
import { startCashBidPoll } from '#app/browser/cash-bid-poll.ts';
import { useSite } from '#app/site-context.ts';
import { Plate } from './plate.tsx';
import styles from './cash-bids-panel.module.css';

/** Heights of the framed page's parts, in CSS pixels: the frame is made to fit before it has loaded. */
const FRAME = { headPx: 44, rowPx: 73, emptyPx: 96, waitingPx: 409, maxPx: 900 } as const;

/** The board of bids in a frame of its own, the page /cash-bids.html; `bids` is undefined while they are not known. */
export function CashBidsPanel({ bids }: { bids: CashBids | undefined }) {
  const { links, timeZone } = useSite();
  const frame = useRef<HTMLIFrameElement>(null);

  useEffect(() => (frame.current ? startCashBidPoll({ frame: frame.current }) : undefined), []);

  return (
    <Plate
      heading="Local Cash Bids"
      when={bids?.asOf && <time dateTime={bids.asOf}>{momentInWords(bids.asOf, timeZone)}</time>}
    >
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

function frameHeight(bids: CashBids | undefined): number {
  if (!bids) return FRAME.waitingPx;
  if (bids.bids.length === 0) return FRAME.emptyPx;
  return Math.min(FRAME.headPx + bids.bids.length * FRAME.rowPx, FRAME.maxPx);
}
