import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { IMAGE_TYPE } from '#contract/images.ts';
import type { PageEntry } from '#shared/page-content.ts';
import { API } from '#contract/paths.ts';
import { prepareResponse } from '#server/platform/http/response.ts';
import { readAssets } from '#server/delivery/pages/assets.ts';
import { createPageRenderer } from '#server/delivery/pages/page-renderer.ts';
import { saveImage } from '#server/domains/images/save-image.ts';
import { createServices } from '#server/domains/services.ts';
import { createStores } from '#tests/support/stores.ts';
import { demoSite, openTestSite, type TestSite } from '#tests/support/test-site.ts';
import { PUBLIC_PAGES } from '#tests/support/public-pages.ts';
import { listen } from '#tests/support/raw-http.ts';
import { figure, median, type Row, type Section } from './report.ts';
import { readWireResponse } from './wire-response.ts';
import { UNUSED_IMAGE_SERVICES } from '#tests/support/unused-image-services.ts';

/** Time for the best compression of the longest list, which runs in the background. */
const BACKGROUND_MS = 500;

const BUILD_FOLDER = join(import.meta.dirname, '../../build');

/** Measures the first response after a change, which is not cached. */
export async function measureRendering({ renders }: { renders: number }): Promise<Section> {
  await using open = await openTestSite({ recompress: true });
  const renderer = await rendererOf(open);
  const render = () => renderer.render('/');
  const renderAndCompress = async () => {
    const { html, ...rest } = await render();
    return prepareResponse({ ...rest, body: Buffer.from(html) }).variant('br');
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

const FIRST_REQUEST_MS = 3;
/** Time for preparing the pages after a change. */
const PREPARED_MS = 500;

/** Measures how much longer the first visitor of each page after a change waits than the next one. */
export async function measureFirstRequests({ renders }: { renders: number }): Promise<Section> {
  const rounds = Math.max(1, renders / 100);
  await using open = await openTestSite({ recompress: true });
  const origin = `http://127.0.0.1:${await listen(open.app)}`;
  const time = async (path: string) => {
    const began = performance.now();
    await readWireResponse(origin + path, { headers: { 'accept-encoding': 'br' } });
    return performance.now() - began;
  };
  let number = 0;
  const change = () => open.change({ texts: { WelcomeMessage: `Change ${(number += 1)}` } });
  const extraTime = async (path: string, waitMs: number) => {
    const differences: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await change();
      await setTimeout(waitMs);
      const first = await time(path);
      differences.push(first - (await time(path)));
    }
    return median(differences);
  };
  const slowest = async (waitMs: number) => {
    let extra = -Infinity;
    for (const path of PUBLIC_PAGES) extra = Math.max(extra, await extraTime(path, waitMs));
    return extra;
  };
  // Does not count, because the server compiles its code.
  await slowest(0);
  return {
    title: 'First visitor after a change',
    text: `How much longer the first request for a page takes after a change than the next one, for the page with the largest difference, once each page was rendered ${rounds} times. Medians of ${rounds}.`,
    columns: ['', 'ms'],
    rows: [
      toFirstRow('Immediately', await slowest(0)),
      toFirstRow(`After ${PREPARED_MS} ms, once the pages are prepared`, await slowest(PREPARED_MS)),
    ],
  };
}

const toFirstRow = (name: string, ms: number): Row => ({
  cells: [name, figure(ms, 2)],
  target: { limit: `≤ ${FIRST_REQUEST_MS} ms`, isMet: ms <= FIRST_REQUEST_MS },
});

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

const BENCH = { origin: 'admin', name: 'Bench' } as const;

async function fill(open: TestSite, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, index) => index);
  await open.database.write(async (db) => {
    const stores = createStores(db);
    for (const n of numbers) {
      await saveImage(stores, BENCH, {
        id: `image-${n}`,
        fileName: `image-${n}.jpg`,
        name: `Image number ${n}`,
        type: IMAGE_TYPE.gallery,
        altText: `Field number ${n} under a blue sky`,
        made: { width: 1600, height: 1200, colors: '#7fa7c9 #8a7a3c' },
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
