import type { OutgoingHttpHeaders } from 'node:http';
import type { Site } from '#contract/site.ts';
import { createAnswerFrom, type Answer } from '#server/http/answer.ts';
import { manifestOf, robotsOf, sitemapOf } from './search-engines.ts';

const AN_HOUR = 'public, max-age=3600';

export function createSiteFiles(site: Site, headers: OutgoingHttpHeaders): ReadonlyMap<string, Answer> {
  const answerOf = (type: string, text: string) =>
    createAnswerFrom(
      { identity: Buffer.from(text) },
      { ...headers, 'content-type': type, 'cache-control': AN_HOUR },
    );
  return new Map([
    ['/robots.txt', answerOf('text/plain; charset=utf-8', robotsOf(site))],
    ['/sitemap.xml', answerOf('application/xml; charset=utf-8', sitemapOf(site))],
    ['/site.webmanifest', answerOf('application/manifest+json', JSON.stringify(manifestOf(site)))],
  ]);
}
