import { useEffect, useRef } from 'react';
import { FRAME_MAX_PX, type FrameHeights } from '#contract/bids-at-a-glance.ts';
import { CASH_BIDS_PAGE } from '#contract/cash-bids.ts';
import { zonedMomentInWords } from '#contract/date-time.ts';
import type { Content, HomeContent } from '#contract/page-content.ts';
import { startCashBidPoll } from '#app/browser/cash-bid-poll.ts';
import { fitFrameHeight } from '#app/browser/frame-height.ts';
import { useSite } from '#app/site-context.ts';
import { useContent } from './loaded.tsx';
import { Plate } from './plate.tsx';
import styles from './cash-bids-panel.module.css';

/** As high as most boards, until this one is known. */
const WAITING: FrameHeights = { wide: 409, narrow: 409 };
/** A vendor's page, as high as the page of bids makes it. */
const VENDOR: FrameHeights = { wide: 480, narrow: 480 };

/**
 * The board of bids in a frame of its own, the page /cash-bids.html, which has them before this page does after a
 * navigation inside the app.
 */
export function CashBidsPanel({ content }: { content: Content<HomeContent> }) {
  const { links, embeds } = useSite();
  const bids = useContent(content).value?.cashBids;
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

  const { wide, narrow } = embeds.cashBids === null ? (bids?.frame ?? WAITING) : VENDOR;
  return (
    <Plate heading="Local Cash Bids" when={bids?.asOf && <BidsTime asOf={bids.asOf} />}>
      <div className={styles.frame}>
        {/* Two heights for two widths without a style in the markup: each holds the box open where it is displayed. */}
        <svg className={styles.wide} width="0" height={wide} aria-hidden="true" />
        <svg className={styles.narrow} width="0" height={narrow} aria-hidden="true" />
        <iframe ref={frame} title="Local cash bids" src={CASH_BIDS_PAGE} />
      </div>
      <p className={styles.alerts}>
        <a href={CASH_BIDS_PAGE}>
          The whole board{bids && bids.locations > 1 && `, ${bids.locations} locations`}
        </a>
        <a href={links.marketAlerts}>Sign up for market alerts</a>
      </p>
      <p className={styles.disclaimer}>
        Futures are delayed at least 10 minutes. Bids are for information only and can change without notice.
      </p>
    </Plate>
  );
}

/** When the newest of the bids was set. */
function BidsTime({ asOf }: { asOf: string }) {
  const { timeZone } = useSite();
  return <time dateTime={asOf}>{zonedMomentInWords(asOf, timeZone)}</time>;
}
