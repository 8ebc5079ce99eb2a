import { Type, type Static } from 'typebox';

export type LastBackup = Static<typeof LastBackup>;
export const LastBackup = Type.Object({
  at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'Time of the newest complete backup, or null if there is none.',
  }),
});
