import { API_TOKEN_SCOPE_LABELS, type ApiTokenScope } from '#contract/api-tokens.ts';
import { MAIN_LOCATION_ID } from '#contract/locations.ts';
import { ROLE_LABELS, type Role } from '#contract/rights.ts';
import { formatDate } from '#shared/date-time.ts';
import type { HistoryContext, ItemHistory } from '#server/records/history.ts';
import { apiTokenSubject } from './api-token-service.ts';
import { accountSubject, type EndedSessions } from './log-account.ts';

const SIGNED_OUT: Record<EndedSessions, string> = {
  all: 'On every device',
  others: 'On all other devices',
  one: 'On one device',
};

const locationsText = (ids: string[] | null, { nameOf }: HistoryContext): string =>
  ids === null
    ? 'All'
    : ids
        .map((id) =>
          id === MAIN_LOCATION_ID ? 'Main location' : (nameOf('location', id) ?? 'Deleted location'),
        )
        .join(', ');

export const accountHistory: readonly ItemHistory[] = [
  {
    subject: apiTokenSubject(''),
    kind: 'token',
    fields: {
      labels: { name: 'Name', scope: 'Can change' },
      formats: { scope: (scope: ApiTokenScope) => API_TOKEN_SCOPE_LABELS[scope] },
    },
    whyNot: () => "API tokens can't be restored. Create a new one under Cash Bids.",
  },
  {
    subject: accountSubject(''),
    kind: 'account',
    mentions: ({ locations }) =>
      Array.isArray(locations) ? locations.map((id) => ({ kind: 'location', id })) : [],
    fields: {
      labels: {
        name: 'Name',
        role: 'Role',
        locations: 'Locations',
        lastDay: 'Last day',
        isDisabled: 'Switched off',
        link: 'Link to a new password',
        email: 'Email',
        factor: 'Second factor',
        password: 'Password',
        signedOut: 'Signed out',
      },
      formats: {
        role: (role: Role) => ROLE_LABELS[role],
        locations: locationsText,
        lastDay: (day: string | null) => (day === null ? 'None' : formatDate(day)),
        link: () => 'Created',
        email: () => 'Changed',
        password: () => 'Set to a new one',
        signedOut: (sessions: EndedSessions) => SIGNED_OUT[sessions],
      },
    },
    whyNot: () => "Accounts and passwords can't be restored.",
  },
];
