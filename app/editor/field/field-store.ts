import { fieldReducer, BROKEN, isUnsaved, type FieldEvent, type FieldState } from './field-state.ts';
import { isEqual } from '#shared/merge-values.ts';

/** Keeps the state of a field, and runs its saves and its changes by other requests one at a time. */
export function createFieldStore<Value>(first: FieldState<Value>) {
  let state = first;
  const listeners = new Set<() => void>();
  let last: Promise<void> = Promise.resolve();
  let running = 0;
  /** What is being saved. */
  let sending: { draft: Value } | undefined;
  let isSaveWaiting = false;

  function dispatch(event: FieldEvent<Value>): void {
    state = fieldReducer(state, event);
    for (const onChange of listeners) onChange();
  }

  /** Runs a request after the one that is running. */
  function inTurn(request: () => Promise<void>): Promise<void> {
    running += 1;
    last = last
      .then(request)
      .catch(() => dispatch({ type: 'failed', reason: BROKEN }))
      .finally(() => (running -= 1));
    return last;
  }

  return {
    now: () => state,
    dispatch,
    subscribe(onChange: () => void): () => void {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
    isBusy: () => running > 0,

    /** Sends the draft. If a save is running, sends it again afterward if it has changed. */
    async save(send: (sent: FieldState<Value>) => Promise<void>): Promise<void> {
      if (isSaveWaiting || (sending && isEqual(sending.draft, state.draft))) return;
      const isAgain = sending !== undefined;
      isSaveWaiting = true;
      await inTurn(async () => {
        isSaveWaiting = false;
        if (isAgain && !isUnsaved(state)) return;
        sending = { draft: state.draft };
        await send(state).finally(() => (sending = undefined));
      });
    },

    /** Applies what another request, such as the removal of a row, has changed. */
    change: (
      request: (now: FieldState<Value>) => Promise<FieldEvent<Value> | readonly FieldEvent<Value>[]>,
    ): Promise<void> =>
      inTurn(async () => {
        for (const event of [await request(state)].flat()) dispatch(event);
      }),
  };
}
