import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Value } from 'typebox/value';
import {
  addressOf,
  OWN_PAGES_MAX,
  OwnPage,
  PAGE_BLOCKS_MAX,
  PAGE_MAX_LENGTH,
  type PageBlock,
} from '#contract/own-pages.ts';
import type { Site } from '#contract/site.ts';
import { counted } from '#contract/text.ts';
import { contentStores } from '#server/domains/domains.ts';
import type { ImageWorker } from '#server/domains/images/image-worker.ts';
import { addOwnPage, saveOwnPage, toOwnPage } from '#server/domains/own-pages/own-pages.ts';
import type { StoredOwnPage } from '#server/domains/own-pages/own-page-store.ts';
import { checkAddress } from '#server/domains/own-pages/page-addresses.ts';
import { readableOnly } from '#server/records/content/part-reader.ts';
import type { Database } from '#server/platform/database/database.ts';
import { ConflictError, NotFoundError, ValidationError } from '#server/platform/errors.ts';
import type { Files } from '#server/platform/files/file-store.ts';
import type { TempFiles } from '#server/platform/files/temp-files.ts';
import { createFindings, quoted, type Findings } from './findings.ts';
import { openLocalFiles, type LocalFiles } from './local-files.ts';
import { createSources, decoded, hostOf } from './old-links.ts';
import { createPageFiles, type FileWords, type PageFile, type PageFiles } from './page-files.ts';
import { findContent, PageProblem, readHead, readHtml } from './read-html.ts';
import { readOutside, readPieces, type Piece, type PageSources } from './read-pieces.ts';
import { problemOf, type SavedPage, type SavedPages } from './read-saved-pages.ts';
import { toBlocks } from './to-blocks.ts';

/** Author in the history. */
const AUTHOR = { origin: 'admin', name: 'the command import-pages' } as const;

export type ImportResult = {
  name: string;
  title: string;
  address: string;
  /** `kept` is a page that exists, and `shown` one that visitors see, so that an import must not replace it. */
  outcome: 'added' | 'replaced' | 'unchanged' | 'kept' | 'shown' | 'failed';
  /** Why it failed. */
  problem?: string;
  blocks: PageBlock[];
  dropped: string[];
  toCheck: string[];
};

export type ImportSummary = { failed: number; newImages: number; newDocuments: number };

type Planned = { page: SavedPage; id: string; address: string; existing: StoredOwnPage | undefined };

/**
 * Adds saved pages as hidden pages. Each one is saved in one transaction, with its images and documents. Calls `report`
 * after each page. With `dryRun`, saves nothing, and does not decode images.
 */
export async function importPages(
  saved: SavedPages,
  {
    database,
    store,
    tempFiles,
    imageWorker,
    site,
    dryRun,
    replace,
    report,
  }: {
    database: Pick<Database, 'read' | 'write'>;
    store: Files;
    tempFiles: TempFiles;
    imageWorker: ImageWorker;
    site: Pick<Site, 'publicAddress' | 'contentSecurityPolicy'>;
    dryRun: boolean;
    replace: boolean;
    report: (result: ImportResult) => void;
  },
): Promise<ImportSummary> {
  const before = await database.read(async (db) => {
    const stores = contentStores(db);
    return {
      pages: await stores.ownPages.list(),
      redirects: await stores.redirects.list(),
      images: await stores.images.listAll(readableOnly),
      documents: await stores.documents.listAll(readableOnly),
      version: await stores.changeLog.contentVersion(),
    };
  });
  const planned = planPages(saved.pages, before);
  const addresses = new Map(
    planned.toReversed().flatMap(({ page, address }) => page.keys.map((key) => [key, address] as const)),
  );
  const files = createPageFiles({ ...before, store, tempFiles, imageWorker });
  const ownHosts = new Set([
    ...saved.pages.flatMap(({ place }) => (place.url ? hostOf(place.url) : [])),
    ...(URL.canParse(site.publicAddress) ? [hostOf(new URL(site.publicAddress))] : []),
  ]);
  const frameOrigins = site.contentSecurityPolicy.frames;
  const local = openLocalFiles(saved.root);
  const summary: ImportSummary = { failed: 0, newImages: 0, newDocuments: 0 };
  const registered = new Set<PageFile>();
  let count = before.pages.length;

  for (const { name, problem } of saved.problems) {
    summary.failed += 1;
    report({
      name,
      title: '',
      address: '',
      outcome: 'failed',
      problem,
      blocks: [],
      dropped: [],
      toCheck: [],
    });
  }
  for (const plan of planned) {
    const { page, existing } = plan;
    const findings = createFindings();
    const result: ImportResult = {
      name: page.name,
      title: shortTitle(page.title),
      address: plan.address,
      outcome: existing ? (existing.hidden ? 'kept' : 'shown') : 'added',
      blocks: [],
      dropped: [],
      toCheck: [],
    };
    try {
      if (!existing || (replace && existing.hidden)) {
        if (!existing && count >= OWN_PAGES_MAX) throw new PageProblem(NO_ROOM);
        const context = {
          local,
          files,
          findings,
          ownHosts,
          frameOrigins,
          addressOf: (key: string) => addresses.get(key),
        };
        await importPage(plan, result, context);
        if (!existing) count += 1;
      }
    } catch (error) {
      result.outcome = 'failed';
      result.problem = isRejection(error) ? error.message : problemOf(error);
      result.dropped = findings.dropped();
      summary.failed += 1;
    }
    report(result);
  }
  return summary;

  async function importPage(plan: Planned, result: ImportResult, context: PageContext): Promise<void> {
    const { page, existing } = plan;
    const { findings } = context;
    const { pieces, linked, description } = readPage(page, context);
    const used = filesIn(pieces, linked, context);
    const build = (): OwnPage => ({
      id: plan.id,
      address: plan.address,
      title: shortTitle(page.title) || plan.address,
      description: existing?.description || description,
      inMenu: existing?.inMenu ?? false,
      hidden: true,
      blocks: toBlocks(pieces, new Map([...used].map(([path, { file }]) => [path, file.id]))),
    });
    checkPage(build());
    if (page.title.length > PAGE_MAX_LENGTH.title)
      findings.check(`The title was too long: “${quoted(page.title, 200)}”`);
    if (!dryRun) {
      for (const [path, { file }] of used) {
        const problem = registered.has(file) ? undefined : await files.makeFiles(file);
        if (problem === undefined) continue;
        used.delete(path);
        findings.drop(`${nameOf(path, saved.root)}: ${problem}`);
      }
    }
    const built = build();
    const added = [...new Map([...used.values()].map((each) => [each.file, each]))].flatMap(([file, each]) =>
      file.isNew && !registered.has(file) ? each : [],
    );
    let changed = !existing || !isDeepStrictEqual(toOwnPage(existing), built);
    if (!dryRun) {
      ({ changed } = await database.write(async (db) => {
        const stores = contentStores(db);
        for (const { file, words } of added) await files.save(db, AUTHOR, file, words);
        return existing
          ? saveOwnPage(stores, AUTHOR, { page: built, baseVersion: before.version, frameOrigins })
          : addOwnPage(stores, AUTHOR, { page: built, frameOrigins });
      }));
    }
    for (const { file } of added) {
      registered.add(file);
      if (file.kind === 'image') summary.newImages += 1;
      else summary.newDocuments += 1;
    }
    result.blocks = built.blocks;
    result.dropped = findings.dropped();
    result.toCheck = findings.toCheck();
    if (existing) result.outcome = changed ? 'replaced' : 'unchanged';
  }
}

const NO_ROOM = `The website already has ${OWN_PAGES_MAX} pages, which is the most it can have. Delete some first.`;

const isRejection = (error: unknown): error is Error =>
  [ValidationError, ConflictError, NotFoundError].some((kind) => error instanceof kind);

type PageContext = {
  local: LocalFiles;
  files: PageFiles;
  findings: Findings;
  ownHosts: ReadonlySet<string>;
  frameOrigins: readonly string[];
  addressOf: (key: string) => string | undefined;
};

/** Reads a page as pieces, without a heading that repeats its title. */
function readPage(page: SavedPage, { local, files, findings, ...others }: PageContext) {
  const html = page.html();
  const document = readHtml(html);
  const { root, isWhole } = findContent(document);
  const { base } = readHead(document, html);
  /** Documents to which texts link. */
  const linked = new Map<string, FileWords>();
  const sources: PageSources = createSources(
    { file: page.place.file, url: base ?? page.place.url },
    {
      ...others,
      files: local,
      findings,
      addressOf: (key) => {
        const address = others.addressOf(key);
        return address && `/${address}`;
      },
      documentUrl(path, title) {
        linked.set(path, { title, alt: '' });
        return files.documentUrl(path);
      },
      documentProblem: files.documentProblem,
    },
  );
  for (const note of page.notes) findings.check(note);
  for (const code of page.codes) findings.drop(`What the plugin “${quoted(code, 40)}” showed here`);
  const pieces = readPieces(root, { sources, findings, isWhole, hasLineBreaks: page.hasLineBreaks });
  const outside = readOutside(document, root, findings);
  if (outside !== '' && !isWhole)
    findings.drop(
      `Text outside of the main content (${counted(outside.length, 'character')}): “${quoted(outside)}”`,
    );
  const first = pieces.find(({ kind }) => kind === 'heading');
  const isTitle = first?.kind === 'heading' && first.text.toLowerCase() === page.title.toLowerCase();
  const kept = isTitle ? pieces.filter((piece) => piece !== first) : pieces;
  if (kept.length === 0) throw new PageProblem('This page has no text and no images to import.');
  const { description } = readHead(document, html);
  return { pieces: kept, linked, description: shortened(description, PAGE_MAX_LENGTH.description) };
}

type UsedFiles = Map<string, { file: PageFile; words: FileWords }>;

/** Returns the images and documents of a page by their paths. */
function filesIn(
  pieces: readonly Piece[],
  linked: ReadonlyMap<string, FileWords>,
  { files, findings }: PageContext,
): UsedFiles {
  const used: UsedFiles = new Map();
  function add(path: string, words: FileWords): void {
    const file = files.find(path);
    if (!('problem' in file)) used.set(path, { file, words });
    else if (file.problem === '') findings.count('spacer');
    else findings.drop(`${quoted(path.split(/[/\\]/).at(-1) ?? '')}: ${file.problem}`);
  }
  for (const piece of pieces) {
    if (piece.kind === 'picture') add(piece.file, { title: piece.caption, alt: piece.alt });
    if (piece.kind === 'documents')
      for (const { file, title } of piece.documents) add(file, { title, alt: '' });
  }
  for (const [path, words] of linked) add(path, words);
  return used;
}

/** Throws PageProblem for a page that the editor could not save again. */
function checkPage(page: OwnPage): void {
  if (page.blocks.length > PAGE_BLOCKS_MAX)
    throw new PageProblem(
      `This page has ${counted(page.blocks.length, 'part')}, and a page has room for ${PAGE_BLOCKS_MAX}. Split it first.`,
    );
  if (!Value.Check(OwnPage, page)) throw new PageProblem('This page is too long to save. Split it first.');
}

/** Assigns ids that a later import of the same pages finds again, and free addresses. */
function planPages(
  pages: readonly SavedPage[],
  before: { pages: readonly StoredOwnPage[]; redirects: ReadonlyMap<string, string> },
): Planned[] {
  const keys = new Set<string>();
  // The redirect from an earlier address would end.
  const earlier = before.pages.flatMap(({ id, title }) =>
    [...before.redirects].flatMap(([address, to]) => (to === id ? [{ id, address, title }] : [])),
  );
  const taken = [...before.pages, ...earlier] as { id: string; address: string; title: string }[];
  return pages.map((page) => {
    let key = page.keys.find((each) => !keys.has(each)) ?? page.keys[0] ?? page.name;
    for (let copy = 2; keys.has(key); copy += 1) key = `${key} ${copy}`;
    keys.add(key);
    const id = `imported-${createHash('sha256').update(key).digest('hex').slice(0, 16)}`;
    const existing = before.pages.find((each) => each.id === id);
    const address = existing?.address ?? freeAddress(page, { id, pages: taken });
    if (!existing) taken.push({ id, address, title: page.title });
    return { page, id, address, existing };
  });
}

function freeAddress(page: SavedPage, taken: Parameters<typeof checkAddress>[1]): string {
  const wanted = addressOf(oldName(page)) || addressOf(page.title) || 'page';
  for (let copy = 1; ; copy += 1) {
    const suffix = copy === 1 ? '' : `-${copy}`;
    const address = `${wanted.slice(0, PAGE_MAX_LENGTH.address - suffix.length).replace(/-$/, '')}${suffix}`;
    try {
      checkAddress(address, taken);
      return address;
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
    }
  }
}

/** Returns the last part of the old address that says something. */
function oldName({ place: { url, file } }: SavedPage): string {
  const parts = (url ? url.pathname : file)
    .split('/')
    .map((part) => decoded(part).replace(/\.(?:html?|php|aspx?|cfm|jsp|xml)$/i, ''));
  return parts.findLast((part) => part !== '' && !/^(?:index|default|home)$/i.test(part)) ?? '';
}

const shortTitle = (title: string) => shortened(title, PAGE_MAX_LENGTH.title);

function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength - 1);
  return `${cut.slice(0, cut.lastIndexOf(' ') > maxLength / 2 ? cut.lastIndexOf(' ') : undefined)}…`;
}

const nameOf = (path: string, root: string) => quoted(path.slice(root.length).replace(/^[/\\]/, ''));
