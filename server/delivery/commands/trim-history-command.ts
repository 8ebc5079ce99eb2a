import { counted } from '#contract/text.ts';
import { findPartBefore, trimHistory } from '#server/delivery/history/trim-history.ts';
import { verifyHistory } from '#server/delivery/history/verify-history.ts';
import { entryId } from '#server/platform/change-log/change-log-store.ts';
import { databaseTime } from '#server/platform/database/database-time.ts';
import { findLastBackup } from '#server/platform/database/last-backup.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { CommandError, UsageError, type Command } from './command.ts';
import { openSiteDatabase } from './open-site-database.ts';
import { asTime } from './print.ts';

const DAY_MS = 24 * 60 * 60_000;

export const trimHistoryCommand: Command = {
  usage: '--before DATE [--yes]',
  summary:
    'delete the history before a date for good, if HISTORY_DAYS allows it; the content stays; without --yes, only print what would be deleted',
  words: [0, 0],
  options: ['yes'],
  values: ['before'],
  async run({ config, has, valueOf, print }) {
    const before = parseDate(valueOf('before'));
    const { historyDays } = config;
    if (historyDays === undefined) {
      throw new CommandError(
        'The whole history is kept. To allow deleting old changes, set HISTORY_DAYS to the days to keep: see docs/operating.md.',
      );
    }
    await using database = await openSiteDatabase(config);
    /** Throws CommandError if the part may not be trimmed. */
    const find = async (db: DatabaseHandle) => {
      const now = await databaseTime(db);
      const limit = new Date(now.getTime() - historyDays * DAY_MS).toISOString();
      if (before > limit) {
        throw new CommandError(
          `HISTORY_DAYS is ${historyDays}, so changes since ${asTime(limit)} are kept. Use an earlier date.`,
        );
      }
      const lastBackup = await findLastBackup(db);
      if (lastBackup === undefined || Date.parse(lastBackup) < now.getTime() - DAY_MS) {
        throw new CommandError('Make a backup first, with: npm run admin -- backup FILE');
      }
      return findPartBefore(db, before);
    };
    const planned = await database.read(find);
    if (!planned) return print(`There are no changes before ${asTime(before)} to delete.`);
    const { count, at } = planned;
    if (!has('yes')) {
      print(`This deletes ${counted(count, 'change')}, up to ${asTime(at)}, for good. The content stays.`);
      throw new CommandError('Nothing was deleted. To delete them, add --yes.');
    }
    const part = await database.write(async (db) => {
      const found = await find(db);
      // Another command has just trimmed them.
      if (!found) return planned;
      const { broken, differences } = await verifyHistory(db);
      if (broken || differences.length > 0) {
        throw new CommandError('The history has a problem. Run npm run admin -- verify-history first.');
      }
      await trimHistory(db, found);
      return found;
    });
    print(
      `Deleted ${counted(part.count, 'change')}. The history now starts after change ${entryId(part)}, ${asTime(part.at)}.`,
    );
  },
};

/** Parses a date such as 2026-11-20, which starts at midnight UTC. */
function parseDate(text: string | undefined): string {
  const date = new Date(`${text}T00:00:00.000Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text ?? '') || Number.isNaN(date.getTime())) {
    throw new UsageError('--before needs a date, such as 2026-11-20. It starts at midnight UTC.');
  }
  return date.toISOString();
}
