import { changeDirection } from './change-direction.ts';

/**
 * Mutes the media on a page of cash bids and colors its price changes. Returns false if the page has no bids yet. Refers
 * only to `changeDirection`, because the server puts the source of both into the document of a vendor's script.
 */
export function prepareBids(page: Document): boolean {
  // An iframe holds an empty, complete about:blank until its own response arrives.
  if (page.readyState === 'loading' || page.URL === 'about:blank') return false;
  const hasBids =
    page.querySelector('[data-cash-bids], .change') !== null ||
    [...page.querySelectorAll('.barchart')].some(
      (widget) => widget.childElementCount > 0 || widget.textContent.trim() !== '',
    );
  if (!hasBids) return false;
  for (const media of page.querySelectorAll<HTMLMediaElement>('audio, video')) media.muted = true;
  for (const change of page.querySelectorAll<HTMLElement>('.change')) {
    const direction = changeDirection(change.textContent);
    if (direction === 'none') continue;
    change.dataset['direction'] = direction;
    // The content security policy blocks style attributes in markup, but not styles set by script.
    change.style.color = direction === 'up' ? 'var(--positive)' : 'var(--negative)';
  }
  return true;
}

export const CASH_BID_POLL = { everyMs: 100, maxAttempts: 150 } as const;
