import type { PublicSite } from '#contract/page-content.ts';
import { withoutLastSlash } from '#contract/paths.ts';

/** The document title of a path, with or without its last slash; one that has none is the not-found page's. */
export function pageTitle({ name, titles }: Pick<PublicSite, 'name' | 'titles'>, path: string): string {
  const page = withoutLastSlash(path);
  const title = Object.hasOwn(titles, page) ? titles[page as keyof typeof titles] : 'Page not found';
  return `${title} · ${name}`;
}
