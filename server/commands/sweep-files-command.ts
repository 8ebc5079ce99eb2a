import { counted } from '#contract/text.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { createTempFiles } from '#server/platform/files/temp-files.ts';
import { FILE_KINDS } from '#server/domains/domains.ts';
import { collectGarbage, garbageAges, garbageReason } from '#server/records/garbage/collect-garbage.ts';
import { asTable, type Command } from './command.ts';
import { openSiteDatabase } from './open-site-database.ts';

export const sweepFilesCommand: Command = {
  usage: '[--dry-run]',
  summary: 'delete unused files, or list them with --dry-run',
  options: ['dry-run'],
  async run({ config, has, print }) {
    const dryRun = has('dry-run');
    await using database = await openSiteDatabase(config);
    const files = await openFiles(config);
    const tempFiles = createTempFiles(config.dataDir);
    const parts = { kinds: FILE_KINDS, database, files, tempFiles };
    const { swept, older } = await collectGarbage({ ...parts, ages: garbageAges(config), dryRun });
    if (swept.length > 0) {
      const rows = swept.map((file) => [file.name, garbageReason(file, config)] as const);
      print(asTable(['File', 'Reason'], rows));
    }
    const done = dryRun ? 'would be deleted' : 'deleted';
    print(swept.length === 0 ? 'No files to delete.' : `${counted(swept.length, 'file')} ${done}.`);
    if (older > 0) {
      const [it, is] = older === 1 ? ['it', "it's"] : ['them', "they're"];
      print(
        `${counted(older, 'file')} kept: no image or document uses ${it}, but ${is} older than the database.`,
      );
    }
  },
};
