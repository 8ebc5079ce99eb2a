import { onUserInteraction } from '#app/browser/user-interaction.ts';

/** Maximum wait for contents, in milliseconds. */
const LIMIT_MS = 10_000;

const CONTROLS = 'input, textarea, select, summary, [contenteditable="true"], button';

/** Calls `end` once: when the user interacts, when the limit is over, or when the returned function is called. */
function untilInteraction(end: () => void): () => void {
  const timer = setTimeout(stop, LIMIT_MS);
  const stopListening = onUserInteraction(stop);
  return stop;

  function stop() {
    clearTimeout(timer);
    stopListening();
    end();
  }
}

/** Keeps an element in view while content loads, until the user interacts. Returns a function that stops it. */
export function keepInView(element: Element): () => void {
  const observer = new ResizeObserver(() => element.scrollIntoView());
  const stop = untilInteraction(() => {
    observer.disconnect();
    removeEventListener('focusin', stop);
  });
  addEventListener('focusin', stop);
  observer.observe(document.body);
  return stop;
}

/** A field by its name, or a row by the start of its name. */
export type Target = { field?: string | undefined; row?: string | undefined };

/** Focuses a field, or the price in a row, once the section shows it. Gives up when the user does something else, or when the returned function is called. */
export function focusField(section: Element, { field, row: name }: Target): () => void {
  const observer = new MutationObserver(tryFocus);
  const stop = untilInteraction(() => observer.disconnect());
  observer.observe(section, { subtree: true, childList: true });
  tryFocus();
  return stop;

  function tryFocus() {
    const rows = [...section.querySelectorAll<HTMLElement>('[data-row-toggle]')];
    const row =
      name === undefined
        ? section.querySelector(`[data-field="${field}"]`)
        : rows.find((each) => each.dataset['rowToggle']?.startsWith(name))?.parentElement;
    const place = (name !== undefined && row?.querySelector('[data-closed-column]')) || row;
    // In a closed fold, or a closed row on a phone, only what opens it can have the focus.
    const controls = [...(place?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])].filter((each) =>
      each.checkVisibility({ visibilityProperty: true }),
    );
    // A text follows its toolbar.
    const control = controls.find((each) => each.isContentEditable) ?? controls[0];
    if (!row || !control) return;
    stop();
    row.scrollIntoView({ block: 'center' });
    control.focus({ preventScroll: true });
  }
}
