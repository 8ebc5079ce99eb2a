import { createContext, use } from 'react';

/** Sessions to end: only this device's, or all sessions of the account. */
export type SignOutScope = 'here' | 'everywhere';

const Context = createContext<((scope: SignOutScope) => void) | undefined>(undefined);

export const SignOutProvider = Context.Provider;

/** Returns a function that signs out, after a confirmation if there are unsaved changes. */
export function useSignOut(): (scope: SignOutScope) => void {
  const signOut = use(Context);
  if (!signOut) throw new Error('useSignOut was called outside of SignOutProvider.');
  return signOut;
}
