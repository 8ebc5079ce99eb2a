import { createChangeLogStore } from '#server/platform/change-log/change-log-store.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { createAdminStore } from './admin-store.ts';
import { createApiTokenStore } from './api-token-store.ts';
import { createSessionStore } from './session-store.ts';
import { createSignInAttemptStore } from './sign-in-attempt-store.ts';

export const accountStores = (db: DatabaseHandle) => ({
  admins: createAdminStore(db),
  apiTokens: createApiTokenStore(db),
  sessions: createSessionStore(db),
  signInAttempts: createSignInAttemptStore(db),
  changeLog: createChangeLogStore(db),
});
