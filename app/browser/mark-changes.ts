const SHOWN_MS = 8000;
/** Elements whose text is a price if it has a digit. Times change without one. */
const PRICES = 'td, [data-price]';
const TIMES = 'time, [data-as-of]';

/** Runs an update of the page, marks the prices that it changes for a few seconds, and announces their number unless it `isQuiet`. */
export function markChanges(update: () => void, { isQuiet = false } = {}): void {
  const changed = new Set<HTMLElement>();
  const observer = new MutationObserver((records) => {
    for (const price of records.flatMap(priceOf)) changed.add(price);
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  update();
  // After React has rendered.
  setTimeout(() => {
    observer.disconnect();
    if (changed.size === 0) return;
    for (const price of changed) price.dataset['fresh'] = '';
    setTimeout(() => {
      for (const price of changed) delete price.dataset['fresh'];
    }, SHOWN_MS);
    if (!isQuiet) announce(changed.size === 1 ? '1 price changed.' : `${changed.size} prices changed.`);
  }, 100);
}

function priceOf({ target }: MutationRecord): HTMLElement | [] {
  const element = target instanceof Element ? target : target.parentElement;
  const price = element?.closest(TIMES) ? null : element?.closest<HTMLElement>(PRICES);
  return price?.isConnected && /\d/.test(price.textContent) ? price : [];
}

let status: HTMLElement | undefined;

/** Tells screen readers, which need the element before its text. */
function announce(text: string): void {
  if (!status?.isConnected) {
    status = document.createElement('p');
    status.setAttribute('role', 'status');
    // Frames have no class for this.
    Object.assign(status.style, { position: 'fixed', clipPath: 'inset(50%)' });
    document.body.append(status);
  }
  const element = status;
  element.textContent = '';
  setTimeout(() => (element.textContent = text), 100);
}
