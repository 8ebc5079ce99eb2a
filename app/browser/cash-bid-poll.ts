import { startPoll, type Clock } from '#shared/poll.ts';
import { CASH_BID_POLL, prepareBids } from '#shared/prepare-bids.ts';

type CashBidFrame = Pick<HTMLIFrameElement, 'contentDocument'>;

/** Waits for the embedded cash-bids page, then mutes its media and colors its price changes. */
export function startCashBidPoll({
  frame,
  clock = globalThis,
}: {
  frame: CashBidFrame;
  clock?: Clock;
}): () => void {
  return startPoll({
    ...CASH_BID_POLL,
    clock,
    attempt() {
      const page = findDocument(frame);
      return page !== null && prepareBids(page);
    },
  });
}

function findDocument(frame: CashBidFrame): Document | null {
  try {
    return frame.contentDocument;
  } catch {
    // Some browsers throw for a cross-origin iframe, where others return null.
    return null;
  }
}
