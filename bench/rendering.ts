import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { IMAGE_TYPE } from '#contract/images.ts';
import type { PageEntry } from '#shared/page-content.ts';
import { API } from '#contract/paths.ts';
import { prepareResponse } from '#server/platform/http/response.ts';
import { readAssets } from '#server/delivery/pages/assets.ts';
import { createPageRenderer } from '#server/delivery/pages/page-renderer.ts';
import { createServices } from '#server/domains/services.ts';
import { createStores } from '#tests/support/stores.ts';
import { demoSite, openTestSite, type TestSite } from '#tests/support/test-site.ts';
import { figure, median, type Row, type Section } from './report.ts';
import { UNUSED_IMAGE_SERVICES } from '#tests/support/unused-image-services.ts';

/** Time for the best compression of the longest list, which runs in the background. */
const BACKGROUND_MS = 500;

const BUILD_FOLDER = join(import.meta.dirname, '../build');

/** Measures the first response after a change, which is not cached. */
export async function measureRendering({ renders }: { renders: number }): Promise<Section> {
  await using open = await openTestSite({ recompress: true });
  const renderer = await rendererOf(open);
  const render = () => renderer.render('/');
  const renderAndCompress = async () => {
    const { html, ...rest } = await render();
    return prepareResponse({ ...rest, body: Buffer.from(html) }, 'quick');
  };
  return {
    title: 'Rendering the home page',
    text: `Time to render the page for the first visitor after a change. Later visitors get the cached response. No target. Medians of ${figure(renders)}.`,
    columns: ['', 'ms'],
    rows: [
      { cells: ['Rendering', figure(await timeMedian(render, renders), 2)] },
      { cells: ['Rendering and compression', figure(await timeMedian(renderAndCompress, renders), 2)] },
    ],
  };
}

export async function measureLongLists({ renders }: { renders: number }): Promise<Section> {
  const times = Math.max(5, renders / 50);
  await using open = await openTestSite({ recompress: true });
  await fill(open, 200);
  const renderer = await rendererOf(open);
  const rows = [];
  for (const [name, path] of [
    ['Page of 200 employees', '/about-us'],
    ['Page of 200 images', '/gallery'],
  ] as const) {
    rows.push(toRow(name, await timeMedian(() => renderer.render(path), times), 15));
  }
  await fill(open, 500);
  for (const [name, path] of [
    ['API list of 500 employees', API.employees],
    ['API list of 500 images', `${API.images}/${IMAGE_TYPE.gallery}`],
  ] as const) {
    // Clear the cache with a change, but let the background compression of the previous round finish first.
    const change = async (round: number) => {
      await setTimeout(BACKGROUND_MS);
      await open.change({ texts: { WelcomeMessage: `${path} ${round}` } });
    };
    rows.push(toRow(name, await timeMedian(() => open.app.inject(path), times, change), 20));
  }
  return {
    title: 'Long lists',
    text: `After a change, measured in process: pages are rendered and not compressed; API lists are complete responses. Medians of ${times}.`,
    columns: ['', 'ms'],
    rows,
  };
}

export function toRow(name: string, ms: number, limitMs: number): Row {
  return { cells: [name, figure(ms, 2)], target: { limit: `< ${limitMs} ms`, isMet: ms < limitMs } };
}

async function fill(open: TestSite, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, index) => index);
  await open.database.write(async (db) => {
    const { images } = createStores(db);
    for (const n of numbers) {
      await images.save({
        id: `image-${n}`,
        fileName: `image-${n}.jpg`,
        name: `Image number ${n}`,
        type: IMAGE_TYPE.gallery,
        width: 1600,
        height: 1200,
        deletedAt: null,
        altText: `Field number ${n} under a blue sky`,
        focus: { x: 50, y: 50 },
        revision: '',
        crop: '',
        colors: '#7fa7c9 #8a7a3c',
      });
    }
  });
  await open.change({
    employees: numbers.map((n) => ({
      name: `Employee Number ${n}`,
      title: 'Custom Applicator',
      phoneNumber: '660-555-0149',
      email: `employee-${n}@hickorybend.example.com`,
    })),
  });
}

export async function rendererOf(open: TestSite) {
  const site = demoSite();
  return createPageRenderer({
    entry: (await import(pathToFileURL(join(BUILD_FOLDER, 'server/entry-server.js')).href)) as PageEntry,
    site,
    services: createServices({
      content: open.content,
      database: open.database,
      site,
      ...UNUSED_IMAGE_SERVICES,
    }),
    assets: readAssets(join(BUILD_FOLDER, 'browser'), {}),
    headers: {},
  });
}

export async function timeMedian(
  work: () => Promise<unknown>,
  times: number,
  before?: (round: number) => Promise<unknown>,
): Promise<number> {
  for (let warm = 0; warm < times / 4; warm += 1) await work();
  const durations: number[] = [];
  for (let time = 0; time < times; time += 1) {
    await before?.(time);
    const began = performance.now();
    await work();
    durations.push(performance.now() - began);
  }
  return median(durations);
}
