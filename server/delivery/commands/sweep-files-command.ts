import { counted } from '#contract/text.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { createTempFiles } from '#server/platform/files/temp-files.ts';
import { collectDocuments, documentReasons } from '#server/domains/documents/collect-documents.ts';
import { collectGarbage, garbageAges, garbageReasons } from '#server/domains/images/collect-garbage.ts';
import { type Command, asTable } from './command.ts';
import { openSiteDatabase } from './open-site-database.ts';

export const sweepFilesCommand: Command = {
  usage: '[--dry-run]',
  summary: 'delete unused files, or list them with --dry-run',
  words: [0, 0],
  options: ['dry-run'],
  async run({ config, has, print }) {
    const dryRun = has('dry-run');
    await using database = await openSiteDatabase(config);
    const files = await openFiles(config);
    const tempFiles = createTempFiles(config.dataDir);
    const images = await collectGarbage({ database, files, tempFiles, ages: garbageAges(config), dryRun });
    const { deletedImageDays } = config;
    const documents = await collectDocuments({ database, files, deletedImageDays, dryRun });
    const swept = [...images.swept, ...documents.swept];
    const older = images.older + documents.older;
    if (swept.length > 0) {
      const rows = [
        ...images.swept.map(({ name, why }) => [name, garbageReasons(config)[why]] as const),
        ...documents.swept.map(({ name, why }) => [name, documentReasons(config)[why]] as const),
      ];
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
