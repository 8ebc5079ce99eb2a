import { requiredContext } from '#app/browser/required-context.ts';

/** Sessions to end: only this device's, or all sessions of the account. */
export type SignOutScope = 'here' | 'everywhere';

/** `useSignOut` returns a function that signs out, after a confirmation if there are unsaved changes. */
export const [SignOutProvider, useSignOut] = requiredContext<(scope: SignOutScope) => void>('useSignOut');
