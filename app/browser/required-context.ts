import { createContext, use } from 'react';

/** Creates a context without a default: its provider, and the hook that reads it. `name`: of the hook, for its error. */
export function requiredContext<Value>(name: string) {
  const Context = createContext<Value | undefined>(undefined);
  function useRequired(): Value {
    const value = use(Context);
    if (value === undefined) throw new Error(`${name} was called outside of its provider.`);
    return value;
  }
  return [Context.Provider, useRequired] as const;
}
