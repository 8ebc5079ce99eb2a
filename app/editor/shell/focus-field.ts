import { onUserInteraction } from '#app/browser/user-interaction.ts';

/** Maximum wait for the field, in milliseconds. */
const LIMIT_MS = 10_000;

const CONTROLS = 'input, textarea, select, summary, [contenteditable="true"], button';

/** Focuses the first visible control of a field, once the section shows it. Gives up when the user does something else. */
export function focusField(section: Element, field: string): void {
  const observer = new MutationObserver(tryFocus);
  const timer = setTimeout(stop, LIMIT_MS);
  const stopListening = onUserInteraction(stop);
  observer.observe(section, { subtree: true, childList: true });
  tryFocus();

  function tryFocus() {
    const row = section.querySelector(`[data-field="${field}"]`);
    // In a closed fold, or a closed row on a phone, only what opens it can have the focus.
    const control = [...(row?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])].find((each) =>
      each.checkVisibility({ visibilityProperty: true }),
    );
    if (!row || !control) return;
    stop();
    row.scrollIntoView({ block: 'center' });
    control.focus({ preventScroll: true });
  }

  function stop() {
    observer.disconnect();
    clearTimeout(timer);
    stopListening();
  }
}
