import { openFiles } from '#server/files/open-files.ts';
import { createWorkFiles } from '#server/files/work-files.ts';
import { sweepFiles, SWEPT_BECAUSE } from '#server/images/sweep-files.ts';
import type { Command } from './command.ts';
import { openSiteDatabase } from './open-site-database.ts';
import { asTable } from './print.ts';

export const sweepFilesCommand: Command = {
  usage: '[--dry-run]',
  summary: 'removes files that nobody needs any longer, or with --dry-run only lists them',
  words: [0, 0],
  options: ['dry-run'],
  async run({ config, has, print }) {
    const dryRun = has('dry-run');
    await using database = await openSiteDatabase(config);
    const { swept, older } = await sweepFiles({
      database,
      files: await openFiles(config),
      workFiles: createWorkFiles(config.dataDir),
      dryRun,
    });
    if (swept.length > 0) {
      const rows = swept.map(({ name, why }) => [name, SWEPT_BECAUSE[why]] as const);
      print(asTable(['File', 'Why it goes'], rows));
    }
    print(count(swept.length, dryRun ? 'would be removed' : 'removed'));
    if (older > 0)
      print(count(older, 'left alone: they belong to no picture, but are older than the database'));
  },
};

const count = (files: number, what: string) =>
  `${files === 0 ? 'No file' : files === 1 ? 'One file' : `${files} files`} ${what}.`;
