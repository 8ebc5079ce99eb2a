import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { MESSAGES } from '#contract/messages.ts';
import { currentValue, StaleValue, type Loadable } from '#shared/loadable.ts';
import { ErrorMessage } from './error-message.tsx';
import { Spinner } from './spinner.tsx';

export type LoadableState<Value> = { value: Value | undefined; hasFailed: boolean };

type LoadableViewProps<Value> = {
  content: Loadable<Value>;
  children: (value: Value) => ReactNode;
  loading?: ReactNode;
  failure?: ReactNode;
};

/** Renders content like `LoadableView`, with a spinner while it loads and a message if that fails. */
export const PagePart = <Value,>(props: LoadableViewProps<Value>) => (
  <LoadableView loading={<Spinner />} failure={<ErrorMessage message={MESSAGES.pageLoad} />} {...props} />
);

/** Renders content: immediately if it is in the HTML or local storage, otherwise once the response arrives. */
export function LoadableView<Value>({
  content,
  children,
  loading = null,
  failure = null,
}: LoadableViewProps<Value>) {
  const { value, hasFailed } = useLoadable(content);
  if (hasFailed) return failure;
  return value === undefined ? loading : children(value);
}

/** Renders all late content again, with new elements. */
export const RemountContext = createContext<() => void>(() => {});

/** Content whose arrival has done so, which happens once each. */
const remountedBy = new WeakSet<object>();

export function useLoadable<Value>(content: Loadable<Value>): LoadableState<Value> {
  const remount = use(RemountContext);
  const [result, setResult] = useState<{ of: Loadable<Value>; state: LoadableState<Value> }>();

  useEffect(() => {
    const promise = content instanceof StaleValue ? content.arriving : content;
    if (!(promise instanceof Promise)) return;
    let isCurrent = true;
    const show = (state: LoadableState<Value>) => {
      if (!isCurrent) return;
      // Browsers translate by putting `font` elements in the place of texts, which React then can neither change nor remove.
      if (remountedBy.has(promise) || !document.querySelector('font'))
        return setResult({ of: content, state });
      remountedBy.add(promise);
      remount();
    };
    promise.then(
      (value) => show({ value, hasFailed: false }),
      () => show({ value: undefined, hasFailed: true }),
    );
    return () => {
      isCurrent = false;
    };
  }, [content, remount]);

  return result && result.of === content ? result.state : { value: currentValue(content), hasFailed: false };
}
