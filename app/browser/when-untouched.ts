/**
 * Runs a change of an element once no button or finger is pressed and the focus is elsewhere. Returns a function that
 * cancels it.
 */
export function whenUntouched(find: () => Element | null, run: () => void): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  function tryRun() {
    if (signal.aborted || document.querySelector(':active')) return;
    if (find()?.contains(document.activeElement)) return;
    controller.abort();
    run();
  }
  // After the event or effect, so that the focus has moved and a click has reached its button.
  const onEvent = () => void setTimeout(tryRun);
  for (const type of ['pointerup', 'pointercancel', 'focusout', 'keyup'])
    document.addEventListener(type, onEvent, { signal });
  onEvent();
  return () => controller.abort();
}
