import { createBrowserStorage } from '#app/browser/browser-storage.ts';

/** Says that this browser probably has a session, because scripts cannot read the session cookie. */
const KEY = 'scalehouse-signed-in';

export const sessionHint = {
  exists: (): boolean => createBrowserStorage().find(KEY) !== undefined,
  save: (): boolean => createBrowserStorage().save(KEY, 'yes'),
  remove: (): void => createBrowserStorage().remove(KEY),
};
