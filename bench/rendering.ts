import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageEntry } from '#contract/page-content.ts';
import { createAnswer } from '#server/http/answer.ts';
import { readAssets } from '#server/pages/assets.ts';
import { createPageRenderer } from '#server/pages/page-renderer.ts';
import { createServices } from '#server/services.ts';
import { demoSite, openTestSite } from '#tests/support/test-site.ts';
import { figure, median, type Section } from './report.ts';
import { NO_PICTURES } from '#tests/support/no-pictures.ts';

const BUILD_FOLDER = join(import.meta.dirname, '../build');

/** What an answer costs that is not ready: the first one after a change. */
export async function measureRendering({ renders }: { renders: number }): Promise<Section> {
  await using open = await openTestSite();
  const site = demoSite();
  const renderer = createPageRenderer({
    entry: (await import(pathToFileURL(join(BUILD_FOLDER, 'server/entry-server.js')).href)) as PageEntry,
    site,
    services: createServices({ content: open.content, database: open.database, site, ...NO_PICTURES }),
    assets: readAssets(join(BUILD_FOLDER, 'browser'), {}),
    headers: {},
  });

  const render = () => renderer.render('/');
  const renderAndCompress = async () => {
    const { html, ...rest } = await render();
    return createAnswer(Buffer.from(html), { ...rest, effort: 'quick' });
  };
  return {
    title: 'Rendering the home page',
    text: `For information: what the first visitor after a change waits for, everybody else gets from memory. Medians of ${renders}.`,
    columns: ['', 'ms'],
    rows: [
      { cells: ['Rendered', figure(await timeMedian(render, renders), 2)] },
      { cells: ['Rendered and compressed', figure(await timeMedian(renderAndCompress, renders), 2)] },
    ],
  };
}

async function timeMedian(work: () => Promise<unknown>, times: number): Promise<number> {
  for (let warm = 0; warm < times / 4; warm += 1) await work();
  const taken: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const began = performance.now();
    await work();
    taken.push(performance.now() - began);
  }
  return median(taken);
}
