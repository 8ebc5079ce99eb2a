import { changeDirection } from '#contract/change-direction.ts';
import { startPoll, type Clock } from './poll.ts';

export const CASH_BID_POLL = { everyMs: 100, maxAttempts: 150 } as const;

const COLOURS = { up: 'var(--positive)', down: 'var(--negative)' } as const;

type CashBidFrame = Pick<HTMLIFrameElement, 'contentDocument'>;

/** Waits for the embedded cash-bid page, then silences it and colours its changes, once. */
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
      colourChanges(page);
      return true;
    },
  });
}

function findDocument(frame: CashBidFrame): Document | null {
  try {
    return frame.contentDocument;
  } catch {
    // Some browsers throw where the others answer null: the frame shows another origin's page.
    return null;
  }
}

function isPresent(page: Document): boolean {
  // A frame holds an empty, complete about:blank until the answer for its own address arrives.
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

function colourChanges(page: Document): void {
  for (const change of page.querySelectorAll<HTMLElement>('.change')) {
    const direction = changeDirection(change.textContent);
    if (direction === 'none') continue;
    change.dataset['direction'] = direction;
    // The content security policy refuses style attributes in markup; a style set by script is free of it.
    change.style.color = COLOURS[direction];
  }
}
