import { counted } from '#contract/text.ts';
import { describeLink, verifyHistory } from '#server/delivery/history/verify-history.ts';
import { createChangeLogStore, entryId } from '#server/platform/change-log/change-log-store.ts';
import { CommandError, UsageError, type Command } from './command.ts';
import { openSiteDatabase } from './open-site-database.ts';
import { asTime } from './print.ts';

export const verifyHistoryCommand: Command = {
  usage: '[--expect ID]',
  summary:
    'verify that no change in the history was edited, is missing, or is doubled; --expect also verifies that it has a change whose ID you noted',
  words: [0, 0],
  options: [],
  values: ['expect'],
  async run({ config, valueOf, print }) {
    const expected = valueOf('expect');
    const base = expected === undefined ? undefined : parseId(expected);
    await using database = await openSiteDatabase(config);
    const { history, checkpoint, isContained } = await database.read(async (db) => {
      const changeLog = createChangeLogStore(db);
      return {
        history: await verifyHistory(db),
        checkpoint: await changeLog.checkpoint(),
        isContained: base === undefined || (await changeLog.contains(base)),
      };
    });
    const { count, first, newest, broken, differences } = history;
    if (broken) {
      print(describeLink(broken));
      throw new CommandError(
        'Someone changed the history in the database itself. Compare it with a backup from before that.',
      );
    }
    for (const subject of differences) print(`The website's ${subject} isn't what its last change left.`);
    if (differences.length > 0) {
      throw new CommandError(
        'The newest changes are missing from the history, or someone changed the content in the database itself. Compare it with a backup.',
      );
    }
    if (!first || !newest) return print('The history is empty.');
    const period = `from ${asTime(first.at)} to ${asTime(newest.at)}`;
    print(`Checked ${counted(count, 'change')} ${period}. None was edited, is missing, or is doubled.`);
    if (checkpoint) {
      print(
        `Changes up to ${entryId(checkpoint)}, ${asTime(checkpoint.at)}, were deleted with trim-history. The check starts after them.`,
      );
    }
    print('The content of the website is what the last changes left.');
    if (base && checkpoint && base.version < checkpoint.version) {
      throw new CommandError(
        `Change ${expected} is older than the history that was kept, so it can't be compared. Note the newest one.`,
      );
    }
    if (!isContained) {
      throw new CommandError(
        `Change ${expected} isn't in the history. The end of the history was cut off or replaced. If you restored a backup after noting it, that's why.`,
      );
    }
    if (expected !== undefined) print(`Change ${expected} is in the history.`);
    const id = entryId(newest);
    print(`The newest change is ${id}, and its hash is ${newest.hash}.`);
    print(
      `Someone who can write to the database can replace the whole history. To notice that, note ${id} elsewhere, and later run: npm run admin -- verify-history --expect ${id}`,
    );
  },
};

function parseId(text: string): { version: number; epoch: string } {
  const [, version, epoch = ''] = /^(\d{1,9})-([0-9a-f]{8})$/.exec(text) ?? [];
  if (version === undefined)
    throw new UsageError('--expect needs the ID of a change, such as 1234-0a1b2c3d.');
  return { version: Number(version), epoch };
}
