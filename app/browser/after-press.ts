/** Runs a change of the layout now, or after the mouse button or finger is up: a moved button would miss the click. */
export function afterPress(change: () => void): void {
  if (!document.querySelector(':active')) return change();
  addEventListener('mouseup', () => setTimeout(change), { once: true });
}
