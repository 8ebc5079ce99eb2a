import { Type, type Static } from 'typebox';
import { Moment, OrNull } from './schemas.ts';

export type LastBackup = Static<typeof LastBackup>;
export const LastBackup = Type.Object({
  at: OrNull(Moment(), 'Time of the newest complete backup, or null if there is none.'),
});
