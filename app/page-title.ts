import { GALLERY_PAGE, PAGE_PARAMETER, pageNumberOf } from '#contract/images.ts';
import type { PublicSite } from '#shared/page-content.ts';
import { withoutLastSlash } from '#contract/paths.ts';

/** Returns the document title of a URL, with or without trailing slash. Unknown paths get the not-found title. */
export function pageTitle({ name, titles }: Pick<PublicSite, 'name' | 'titles'>, url: string): string {
  const [path = '', query] = url.replace(/#.*$/, '').split('?', 2);
  // The pages of the list have its title.
  const page = withoutLastSlash(path).replace(/^(\/admin\/pages)\/.*$/, '$1');
  const title = Object.hasOwn(titles, page) ? titles[page as keyof typeof titles] : 'Page not found';
  const number = page === GALLERY_PAGE ? pageNumberOf(new URLSearchParams(query).get(PAGE_PARAMETER)) : 1;
  return titleWith(`${title}${number > 1 ? `, page ${number}` : ''}`, { name });
}

/** Returns the document title of a page with a title. */
export const titleWith = (title: string, { name }: Pick<PublicSite, 'name'>): string => `${title} · ${name}`;
