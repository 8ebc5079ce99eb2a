import { Type, type Static } from 'typebox';
import { Moment } from './schemas.ts';

/** Session of an administrator, without its token. */
export type SessionInfo = Static<typeof SessionInfo>;
export const SessionInfo = Type.Object({
  id: Type.String(),
  username: Type.String(),
  browser: Type.String({ description: 'Such as Firefox on Windows. Empty if unknown.' }),
  address: Type.String({ description: 'The network address of the sign-in. Empty if unknown.' }),
  createdAt: Moment(),
  seenAt: Moment('The last activity, to a few minutes.'),
  isCurrent: Type.Boolean({ description: 'Whether it is the session of this request.' }),
  isNew: Type.Boolean({
    description: 'Whether the browser had not signed in before, and no one has said who it was.',
  }),
});

export const Sessions = Type.Array(SessionInfo);
