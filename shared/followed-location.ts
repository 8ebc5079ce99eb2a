/**
 * Shows the parts with the `data-location` that the visitor chose last in this browser, or else with the first one. The
 * choices are values in a `data-locations` before them. Forgets a location that is not one of them. Refers to nothing
 * outside, because the server puts its source into documents, to run before the first paint.
 */
export function followLocation(): void {
  const root = document.documentElement;
  // A page with the script in its HTML may start it again after client-side navigation.
  if ('followed' in root.dataset) return;
  root.dataset['followed'] = '';
  const key = 'bid-location';
  let storage: Storage | undefined;
  let chosen: string | null = null;
  try {
    storage = localStorage;
  } catch {
    // Where storage is blocked, a choice lasts until the page closes.
  }

  function show() {
    const choices = [...document.querySelectorAll<HTMLOptionElement>('[data-locations] [value]')];
    const parts = [...document.querySelectorAll<HTMLElement>('[data-location]')];
    // The parser has added all choices when it adds a part.
    if (!choices[0] || parts.length === 0) return;
    const known = choices.find(({ value }) => value === chosen);
    if (chosen !== null && !known) storage?.removeItem(key);
    const shown = known ?? choices[0];
    // An option or a radio button.
    Object.assign(shown, { selected: true, checked: true });
    shown.closest<HTMLElement>('[data-locations]')!.hidden = false;
    for (const part of parts) part.hidden = part.dataset['location'] !== shown.value;
  }

  function read() {
    chosen = storage?.getItem(key) ?? null;
    show();
  }

  read();
  new MutationObserver(show).observe(document, { childList: true, subtree: true });
  // Another document, such as the page in an iframe, has saved a choice.
  addEventListener('storage', read);
  document.addEventListener('change', ({ target }) => {
    const choice = target as HTMLSelectElement;
    if (!choice.closest('[data-locations]')) return;
    chosen = choice.value;
    show();
    storage?.setItem(key, chosen);
  });
}

/**
 * Runs in the page of cash bids. In an iframe of this site's pages, shows one location, and makes the iframe as high as its
 * page. Refers to nothing outside, like `followLocation`, which it takes as an argument.
 */
export function startBidsFrame(follow: () => void): void {
  // Null on another website.
  const box = globalThis.frameElement?.closest<HTMLElement>('[data-bids-frame]');
  if (!box) return;
  follow();
  document.addEventListener('DOMContentLoaded', () => {
    const { body, documentElement: root } = document;
    root.style.overflow = 'hidden';
    // Unlike the box of the body, `scrollHeight` includes descenders of the last line that extend below it.
    new ResizeObserver(() => (box.style.height = `${body.scrollHeight}px`)).observe(body);
  });
}
