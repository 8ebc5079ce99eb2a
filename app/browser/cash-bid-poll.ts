import { changeDirection } from '#shared/change-direction.ts';
import { startPoll, type Clock } from './poll.ts';

export const CASH_BID_POLL = { everyMs: 100, maxAttempts: 150 } as const;

const COLORS = { up: 'var(--positive)', down: 'var(--negative)' } as const;

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
      if (page === null || !isPresent(page)) return false;
      muteMedia(page);
      colorChanges(page);
      return true;
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

function isPresent(page: Document): boolean {
  // An iframe holds an empty, complete about:blank until its own response arrives.
  if (page.readyState === 'loading' || page.URL === 'about:blank') return false;
  if (page.querySelector('[data-cash-bids], .change') !== null) return true;
  return [...page.querySelectorAll('.barchart')].some(hasContent);
}

function hasContent(widget: Element): boolean {
  return widget.childElementCount > 0 || widget.textContent.trim() !== '';
}

function muteMedia(page: Document): void {
  for (const media of page.querySelectorAll<HTMLMediaElement>('audio, video')) media.muted = true;
}

function colorChanges(page: Document): void {
  for (const change of page.querySelectorAll<HTMLElement>('.change')) {
    const direction = changeDirection(change.textContent);
    if (direction === 'none') continue;
    change.dataset['direction'] = direction;
    // The content security policy blocks style attributes in markup, but not styles set by script.
    change.style.color = COLORS[direction];
  }
}
