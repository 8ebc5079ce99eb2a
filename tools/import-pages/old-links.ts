import { posix } from 'node:path';
import { linkOf } from '#contract/rich-text.ts';
import { quoted, type Findings } from './findings.ts';
import type { LocalFiles } from './local-files.ts';
import type { PageSources } from './read-pieces.ts';

/** Where a page was: the path of its file in the folder, and its old address, if the page names it. */
export type OldPlace = { file: string; url: URL | undefined };

/**
 * Returns the resolver of the addresses in a page. `ownHosts` are those of the old website, and `addressOf` returns the
 * new address of an imported page by one of its keys.
 */
export function createSources(
  { file, url }: OldPlace,
  {
    files,
    findings,
    ownHosts,
    frameOrigins,
    addressOf,
    documentUrl,
    documentProblem,
  }: {
    files: LocalFiles;
    findings: Findings;
    ownHosts: ReadonlySet<string>;
    frameOrigins: readonly string[];
    addressOf: (key: string) => string | undefined;
    /** Returns the address of a document that the page uses, with its title. */
    documentUrl: (path: string, title: string) => string;
    /** Returns why a file cannot be a document, or undefined. */
    documentProblem: (path: string) => string | undefined;
  },
): PageSources {
  const isOwn = (other: URL) => ownHosts.has(hostOf(other));

  /** Returns the absolute address, if it has one. */
  const absolute = (address: string) => URL.parse(address, url?.href) ?? undefined;

  /** Returns the paths in the folder under which the file of an address may be, the best first. */
  function pathsOf(address: string): string[] {
    const [plain = ''] = address.replaceAll('\\', '/').split('#', 1);
    const [path = ''] = plain.split('?', 1);
    const relative = isRelative(plain)
      ? [plain, path].map((each) => posix.join('/', posix.dirname(file), each))
      : [];
    const whole = absolute(plain);
    const below = whole && isOwn(whole) ? [whole.pathname, `/${whole.host}${whole.pathname}`] : [];
    const rooted = /^\/(?!\/)/.test(path) ? [path] : [];
    return [...relative, ...rooted, ...below].map(decoded);
  }

  const findFile = (address: string) => {
    if (address.trim() === '' || /^(?:data|javascript|mailto|tel):/i.test(address.trim())) return undefined;
    return pathsOf(address.trim())
      .filter((path) => !path.endsWith('/'))
      .map((path) => files.find(path))
      .find((found) => found !== undefined);
  };

  const findDocument = (address: string) => {
    const found = findFile(address);
    return found !== undefined && documentProblem(found) === undefined ? found : undefined;
  };

  function dropped(line: string): undefined {
    findings.drop(line);
  }

  function findLink(address: string, text: string): string | undefined {
    const named = `Link “${quoted(text, 60)}” to ${quoted(address)}`;
    if (/^(?:mailto|tel):/i.test(address)) {
      const plain = address.replace(/^\w+/, (scheme) => scheme.toLowerCase()).replace(/\?.*$/s, '');
      const contact = linkOf(
        decoded(plain).replaceAll(plain.startsWith('tel:') ? /[^\d+().:a-z-]/g : /\s/g, ''),
      );
      if (contact === undefined) findings.drop(`${named}: we can't read it`);
      return contact;
    }
    const imported = pathsOf(address)
      .map((path) => addressOf(fileKey(path)))
      .find((each) => each !== undefined);
    if (imported !== undefined) return imported;
    const found = findFile(address);
    if (found !== undefined && !/\.html?$/i.test(found)) {
      const problem = documentProblem(found);
      if (problem === undefined) return documentUrl(found, text);
      return dropped(`${named}: ${problem}`);
    }
    const target = absolute(address.replaceAll('\\', '/'));
    if (!target) return dropped(`${named}: that page isn't among the imported ones`);
    if (!/^https?:$/.test(target.protocol)) return dropped(`${named}: it doesn't lead to a page`);
    const page = addressOf(urlKey(target));
    if (page !== undefined) return page;
    if (isOwn(target) && target.pathname === '/' && target.search === '') return '/';
    target.protocol = 'https:';
    const link = linkOf(target.href);
    if (link === undefined) return dropped(`${named}: we can't use this address`);
    if (isOwn(target))
      findings.check(`${named} still leads to a page of your old website that wasn't imported.`);
    else if (/^http:/i.test(address)) findings.check(`${named} now starts with https. Try it.`);
    return link;
  }

  return { findFile, findDocument, findLink, frameOrigins };
}

const isRelative = (address: string) => !/^(?:[a-z][a-z0-9+.-]*:|[/\\])/i.test(address);

export function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export const hostOf = ({ host }: URL) => host.replace(/^www\./, '');

const INDEX = /(?:^|\/)(?:index|default|home)\.(?:html?|php|aspx?|cfm)$/i;

/** Returns what identifies a page by its old address, however a link spells it. */
export function urlKey(url: URL): string {
  const path = decoded(url.pathname)
    .replace(INDEX, '')
    .replaceAll(/^\/+|(?<!\/)\/+$/g, '');
  const id = /[?&](?:page_id|p|id)=\d+/.exec(url.search)?.[0].slice(1) ?? '';
  return `${hostOf(url)}/${path.toLowerCase()}${id && `?${id}`}`;
}

/** Returns what identifies a page by the path of its file in the folder. */
export const fileKey = (path: string): string => `file:${posix.join('/', path).toLowerCase()}`;
