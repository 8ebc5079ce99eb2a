/**
 * Runs a change of an element once no button or finger is pressed and the focus is elsewhere. Returns a function that
 * cancels it.
 */
export function whenUntouched(find: () => Element | null, run: () => void): () => void {
  const events = ['pointerup', 'pointercancel', 'focusout', 'keyup'] as const;
  let isStopped = false;
  function stop() {
    isStopped = true;
    for (const type of events) document.removeEventListener(type, onEvent);
  }
  function tryRun() {
    if (isStopped || document.querySelector(':active')) return;
    if (find()?.contains(document.activeElement)) return;
    stop();
    run();
  }
  // After the event or effect, so that the focus has moved and a click has reached its button.
  const onEvent = () => void setTimeout(tryRun);
  for (const type of events) document.addEventListener(type, onEvent);
  onEvent();
  return stop;
}
