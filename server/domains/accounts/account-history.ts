import type { ApiTokenScope } from '#contract/api-tokens.ts';
import type { ItemHistory } from '#server/records/history.ts';
import { apiTokenSubject } from './api-token-service.ts';
import { accountSubject, type EndedSessions } from './log-account.ts';

const SIGNED_OUT: Record<EndedSessions, string> = {
  all: 'On every device',
  others: 'On all other devices',
  one: 'On one device',
};
const SCOPES: Record<ApiTokenScope, string> = { bids: 'Cash bids', harvest: 'Harvest board' };

export const accountHistory: readonly ItemHistory[] = [
  {
    subject: apiTokenSubject(''),
    kind: 'token',
    fields: {
      labels: { name: 'Name', scope: 'Can change' },
      formats: { scope: (scope: ApiTokenScope) => SCOPES[scope] },
    },
    whyNot: () => "API tokens can't be restored. Create a new one under Cash Bids.",
  },
  {
    subject: accountSubject(''),
    kind: 'account',
    fields: {
      labels: { name: 'Name', password: 'Password', signedOut: 'Signed out' },
      formats: {
        password: () => 'Set to a new one',
        signedOut: (sessions: EndedSessions) => SIGNED_OUT[sessions],
      },
    },
    whyNot: () => "Accounts and passwords can't be restored.",
  },
];
