import type { startPoll } from './poll.ts';
import type { CASH_BID_POLL, prepareBids } from './prepare-bids.ts';

/** What the document of a vendor's script may do. It lacks `allow-same-origin`, so it has no cookies and no storage. */
export const VENDOR_SANDBOX = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';

/** State of a vendor's script, as the page shows it. */
export type VendorState = { isFailed: boolean; disclaimer: string };

/**
 * Runs in the sandboxed document of a vendor's script: loads the script after the element that it fills, and reports the
 * height, the disclaimer, and a failure to the page around the iframe. Refers to nothing outside, because the server puts
 * its source into the document.
 */
export function runVendorFrame({
  script: url,
  bids,
}: {
  script: string;
  /** Set if the widget shows cash bids, whose media are muted and whose changes are colored. */
  bids?: { startPoll: typeof startPoll; prepareBids: typeof prepareBids; poll: typeof CASH_BID_POLL };
}): void {
  const page = globalThis.parent;
  const element = document.querySelector('.barchart');
  const disclaimer = document.querySelector('#widget-disclaimer');
  let isFailed = false;
  const report = () => {
    const isEmpty = element?.isConnected && !element.childElementCount && !element.textContent.trim();
    const { scrollHeight } = document.body;
    const scrollBarPx = innerHeight - document.documentElement.clientHeight;
    // Content that takes its height from the window, such as with 100%, leaves the body without one.
    const heightPx = scrollHeight > 0 ? scrollHeight + scrollBarPx : innerHeight;
    page.postMessage(
      {
        heightPx: isEmpty ? 0 : heightPx,
        disclaimer: disclaimer?.textContent.trim() ?? '',
        isFailed,
      },
      // The page's origin is the only one that may frame this document.
      '*',
    );
  };
  // The page asks for a report, because it may start listening after the first ones.
  addEventListener('message', ({ source, data }) => {
    if (source === page && data === 'report') report();
  });
  new ResizeObserver(report).observe(document.body);
  new MutationObserver(report).observe(document.body, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  if (bids) bids.startPoll({ ...bids.poll, attempt: () => bids.prepareBids(document) });
  const script = document.createElement('script');
  script.src = url;
  script.async = true;
  script.referrerPolicy = 'no-referrer';
  script.addEventListener('error', () => {
    isFailed = true;
    report();
  });
  element?.after(script);
}

/**
 * Fits the iframe of a vendor's script to its height. Calls `show` with a failure when the script fails to load or shows
 * nothing for eight seconds, and without it when it shows something. Returns a function that stops it. Refers to nothing
 * outside, because the server puts its source into the page of cash bids.
 */
export function watchVendorFrame(frame: HTMLIFrameElement, show: (state: VendorState) => void): () => void {
  const limits = { minPx: 40, maxPx: 3000, characters: 1000 };
  let isFilled = false;
  let state: VendorState = { isFailed: false, disclaimer: '' };
  const update = (next: VendorState) => {
    if (next.isFailed === state.isFailed && next.disclaimer === state.disclaimer) return;
    state = next;
    show(state);
  };
  // The sandboxed document has no origin to check, and the vendor's script can send anything.
  const onMessage = ({ source, data }: MessageEvent<unknown>) => {
    if (!source || source !== frame.contentWindow || typeof data !== 'object' || data === null) return;
    const { heightPx, disclaimer, isFailed } = data as Record<string, unknown>;
    if (typeof heightPx !== 'number' || typeof disclaimer !== 'string') return;
    if (heightPx > 0) {
      isFilled = true;
      frame.style.height = `${Math.min(Math.max(Math.ceil(heightPx), limits.minPx), limits.maxPx)}px`;
    }
    update({
      isFailed: !isFilled && (state.isFailed || isFailed === true),
      disclaimer: disclaimer.slice(0, limits.characters),
    });
  };
  addEventListener('message', onMessage);
  const timer = setTimeout(() => {
    if (!isFilled) update({ ...state, isFailed: true });
  }, 8000);
  frame.contentWindow?.postMessage('report', '*');
  return () => {
    clearTimeout(timer);
    removeEventListener('message', onMessage);
  };
}
