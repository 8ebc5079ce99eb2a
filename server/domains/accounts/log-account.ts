import type { PersonRights } from '#contract/people.ts';
import type { Author } from '#server/platform/change.ts';
import type { ChangeLogStore } from '#server/records/change-log/change-log-store.ts';
import type { Admin } from './account-stores.ts';

export const accountSubject = (id: string) => `account:${id}`;

/** Sessions that a change has ended. */
export type EndedSessions = 'all' | 'others' | 'one';

/** Account in the change log, without secrets. The fields after the name say what a change did to it. */
export type LoggedAccount = {
  name: string;
  password?: 'new';
  signedOut?: EndedSessions;
  link?: 'new';
  /** What happened to a second factor, in words, but not to which one. */
  factor?: string;
  email?: 'new';
  isDisabled?: boolean;
} & Partial<PersonRights>;

type Account = Pick<Admin, 'id' | 'username'>;
type Fields = Omit<LoggedAccount, 'name'>;

/** Logs what happened to an account: its removal, or fields before and after a change; null before its creation. */
export async function logAccount(
  { changeLog }: { changeLog: Pick<ChangeLogStore, 'append'> },
  author: Author,
  { id, username: name }: Account,
  change: 'removed' | { before?: Fields | null; after: Fields },
): Promise<void> {
  const { before = {}, after } = change === 'removed' ? { after: null } : change;
  await changeLog.append({
    author,
    subject: accountSubject(id),
    before: before && { name, ...before },
    after: after && { name, ...after },
  });
}
