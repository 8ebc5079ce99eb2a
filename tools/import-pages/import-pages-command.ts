import { resolve } from 'node:path';
import type { BlockKind, PageBlock } from '#contract/own-pages.ts';
import { counted } from '#contract/text.ts';
import { quoted } from './findings.ts';
import { importPages, type ImportResult } from './import-pages.ts';
import { problemOf, readSavedPages, type SavedPages } from './read-saved-pages.ts';
import { createImageWorker } from '#server/domains/images/image-worker.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { createTempFiles } from '#server/platform/files/temp-files.ts';
import { CommandError, type Command, type CommandArguments } from '#server/commands/command.ts';
import { readCurrentSite, readSite } from '#server/commands/site-commands.ts';
import { openSiteDatabase } from '#server/commands/open-site-database.ts';

/** `npm run import-pages`. */
export const importPagesCommand: Command = {
  usage: 'FILE|FOLDER [--replace] [--dry-run]',
  summary:
    'add saved web pages, or the pages of a WordPress export, as hidden pages, and report what was left out; --replace also replaces hidden pages of an earlier import',
  words: [1, 1],
  options: ['replace', 'dry-run'],
  async run({ config, words: [name = ''], has, print }) {
    const dryRun = has('dry-run');
    const file = readSite(config);
    await using database = await openSiteDatabase(config);
    const saved = read(resolve(name));
    const imageWorker = createImageWorker({ isSandboxRequired: config.isImageSandboxRequired });
    // Not whole results, which have the content of all pages.
    const outcomes: ImportResult['outcome'][] = [];
    try {
      const summary = await importPages(saved, {
        database,
        store: await openFiles(config),
        tempFiles: createTempFiles(config.dataDir),
        imageWorker,
        site: await readCurrentSite(database, file),
        dryRun,
        replace: has('replace'),
        report(result) {
          outcomes.push(result.outcome);
          for (const line of linesAbout(result, dryRun)) print(line);
        },
      });
      printSummary(outcomes, { ...summary, dryRun, leftOut: saved.leftOut }, print);
      if (summary.failed > 0) {
        const [were, above] =
          summary.failed === 1 ? ["wasn't", 'The reason is'] : ["weren't", 'The reasons are'];
        throw new CommandError(`${counted(summary.failed, 'page')} ${were} imported. ${above} above.`);
      }
    } finally {
      imageWorker.close();
    }
  },
};

function read(path: string): SavedPages {
  try {
    return readSavedPages(path);
  } catch (error) {
    throw new CommandError(`${problemOf(error)} Nothing was imported.`);
  }
}

function linesAbout(result: ImportResult, dryRun: boolean): string[] {
  const { name, title, address, outcome, problem, blocks, dropped, toCheck } = result;
  const page = `${quoted(name)}: `;
  const quotedTitle = `“${quoted(title)}”`;
  const leftOut = dropped.map((line) => `  Left out: ${line}`);
  switch (outcome) {
    case 'failed':
      return [
        `${page}not imported. ${problem}${address && ` Links to it in other pages lead to /${address}.`}`,
        ...leftOut,
      ];
    case 'kept':
      return [`${page}already imported as ${quotedTitle} (/${address}). To replace it, add --replace.`];
    case 'shown':
      return [
        `${page}already imported as ${quotedTitle} (/${address}), and visitors see it. To replace it, hide it first.`,
      ];
    case 'unchanged':
      return [`${page}nothing to change in ${quotedTitle} (/${address}).`];
    case 'added':
    case 'replaced': {
      const verb = dryRun
        ? { added: 'would become', replaced: 'would replace' }
        : { added: 'became', replaced: 'replaced' };
      return [
        `${page}${verb[outcome]} the hidden page ${quotedTitle} (/${address})`,
        `  Came over: ${contentsOf(blocks)}`,
        ...leftOut,
        ...toCheck.map((line) => `  Check: ${line}`),
      ];
    }
  }
}

const NOUNS: Readonly<Record<BlockKind, string>> = {
  heading: 'heading',
  text: 'text',
  picture: 'image',
  gallery: 'gallery',
  table: 'table',
  people: 'list of people',
  documents: 'list of documents',
  phone: 'phone number',
  frame: 'frame',
};

function contentsOf(blocks: readonly PageBlock[]): string {
  const counts = new Map<BlockKind, number>();
  for (const { kind } of blocks) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts]
    .map(([kind, count]) =>
      kind === 'gallery' || kind === 'documents'
        ? `${count} ${count === 1 ? NOUNS[kind] : PLURALS[kind]}`
        : counted(count, NOUNS[kind]),
    )
    .join(', ');
}

const PLURALS = { gallery: 'galleries', documents: 'lists of documents' } as const;

function printSummary(
  outcomes: readonly ImportResult['outcome'][],
  {
    newImages,
    newDocuments,
    dryRun,
    leftOut,
  }: { newImages: number; newDocuments: number; dryRun: boolean; leftOut: readonly string[] },
  print: CommandArguments['print'],
): void {
  const count = (...wanted: ImportResult['outcome'][]) =>
    outcomes.filter((outcome) => wanted.includes(outcome)).length;
  for (const line of leftOut) print(`Left out of the export: ${line}`);
  const would = dryRun ? 'would be ' : '';
  const [added, replaced, kept] = [count('added'), count('replaced'), count('kept', 'shown', 'unchanged')];
  print(
    `${counted(added, 'page')} ${would}added, ${replaced} replaced, ${kept} left as ${kept === 1 ? 'it is' : 'they are'}.`,
  );
  if (dryRun) print('Nothing was saved.');
  else if (added + replaced > 0)
    print("Visitors don't see these pages until you show them. Look at each one under Pages in the editor.");
  if (replaced > 0 && !dryRun) print('The history has the earlier versions of the replaced pages.');
  if (newDocuments > 0) print(`${counted(newDocuments, 'document')} ${would}added under Documents.`);
  if (newImages > 0) print(`${counted(newImages, 'image')} ${would}added to the product images.`);
  if (newDocuments + newImages > 0)
    print('Visitors can open images and documents of a page while the page is on your website.');
}
