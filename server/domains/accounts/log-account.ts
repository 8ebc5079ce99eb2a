import type { Author } from '#server/platform/change.ts';
import type { ChangeLogStore } from '#server/records/change-log/change-log-store.ts';
import type { Admin } from './account-stores.ts';

export const accountSubject = (id: string) => `account:${id}`;

/** Sessions that a change has ended. */
export type EndedSessions = 'all' | 'others' | 'one';

/** Account in the change log, without secrets. The fields after the name say what a change did to it. */
export type LoggedAccount = { name: string; password?: 'new'; signedOut?: EndedSessions };

type Account = Pick<Admin, 'id' | 'username'>;

/** Logs what happened to an account: its creation, its removal, or what `change` names. */
export async function logAccount(
  { changeLog }: { changeLog: Pick<ChangeLogStore, 'append'> },
  author: Author,
  { id, username }: Account,
  change: 'created' | 'removed' | Omit<LoggedAccount, 'name'>,
): Promise<void> {
  const account: LoggedAccount = { name: username };
  await changeLog.append({
    author,
    subject: accountSubject(id),
    before: change === 'created' ? null : account,
    after: change === 'removed' ? null : change === 'created' ? account : { ...account, ...change },
  });
}
