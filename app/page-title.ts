import type { PublicSite } from '#shared/page-content.ts';
import { withoutLastSlash } from '#contract/paths.ts';

/** Returns the document title of a path, with or without trailing slash. Unknown paths get the not-found title. */
export function pageTitle({ name, titles }: Pick<PublicSite, 'name' | 'titles'>, path: string): string {
  const page = withoutLastSlash(path);
  const title = Object.hasOwn(titles, page) ? titles[page as keyof typeof titles] : 'Page not found';
  return `${title} · ${name}`;
}
