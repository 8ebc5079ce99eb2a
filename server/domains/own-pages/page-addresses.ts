import { PAGE_ADDRESS, PAGE_MAX_LENGTH } from '#contract/own-pages.ts';
import { Titles } from '#contract/site-pages.ts';
import { tooLong } from '#contract/text.ts';
import { ValidationError } from '#server/platform/errors.ts';

/** First parts of the paths that the server itself serves, other than the pages with a title. Those with a period cannot be typed. */
const SERVED =
  'admin api assets brand documents drawings embeds fonts healthz images media metrics not-found readyz static uploads';

const RESERVED: ReadonlySet<string> = new Set([
  ...SERVED.split(' '),
  ...Object.keys(Titles.properties).map((path) => path.slice(1)),
]);

/** Returns true if a path can be that of a page. */
export const mayBeOwnPage = (path: string): boolean =>
  new RegExp(PAGE_ADDRESS).test(path.slice(1)) && !RESERVED.has(path.slice(1));

type Taken = {
  id: string;
  pages: readonly { id: string; address: string; title: string }[];
};

/** Throws ValidationError for an address that cannot be that of the page `id`. */
export function checkAddress(address: string, { id, pages }: Taken): void {
  if (!new RegExp(PAGE_ADDRESS).test(address))
    throw invalid('Use lowercase letters, digits, and single hyphens, such as annual-meeting.');
  if (address.length > PAGE_MAX_LENGTH.address) throw invalid(tooLong(PAGE_MAX_LENGTH.address));
  if (RESERVED.has(address)) throw invalid(`Your website already uses /${address}. Choose another address.`);
  const other = pages.find((page) => page.address === address && page.id !== id);
  if (other) throw invalid(`“${other.title}” has this address. Choose another one.`);
}

const invalid = (message: string) => new ValidationError('address', message, '/address');
