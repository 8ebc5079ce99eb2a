/**
 * `npm run bench`: measures the site against targets, and writes docs/benchmarks.md. A missed target is not an error.
 * `--quick` takes seconds, is inaccurate, and writes only to the path in `--report`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startServer } from '#tests/support/server-process.ts';
import { measureAttacks } from './attacks.ts';
import { measureBidList } from './bid-list.ts';
import { measureEditing } from './editing.ts';
import { measureEditor } from './editor.ts';
import { measureFirstVisit, measurePages } from './first-visit.ts';
import { measureGrowth } from './growth.ts';
import { measureGallery } from './gallery-weight.ts';
import { memorySection, readBareMemory, readIdleMemory } from './memory.ts';
import { measureCachedResponses } from './cached-responses.ts';
import { measureImages } from './images.ts';
import { measureLoaded } from './loaded.ts';
import { measureFirstRequests, measureLongLists, measureRendering } from './rendering.ts';
import { describeMachine, formatReport, replaceMarked, type Section } from './report.ts';
import { measureStarts } from './starts.ts';

const FULL = {
  rounds: 7,
  runMs: 2000,
  starts: 7,
  renders: 1000,
  idleMs: 6000,
  saves: 500,
  signIns: 50,
  images: 5,
  attackMs: 60_000,
  opens: 10,
  visits: 5,
  keys: 40,
  growth: { changes: 1_000_000, images: 10_000, bids: 1000, pages: 200, locations: 100 },
};
const QUICK: typeof FULL = {
  rounds: 1,
  runMs: 200,
  starts: 1,
  renders: 20,
  idleMs: 100,
  saves: 5,
  signIns: 2,
  images: 1,
  attackMs: 1000,
  opens: 1,
  visits: 1,
  keys: 2,
  growth: { changes: 2000, images: 100, bids: 100, pages: 2, locations: 2 },
};

async function measure(effort: typeof FULL): Promise<Section[]> {
  // Measure first: otherwise the site below is the first one started after a build, which uses more memory.
  const starts = await measureStarts(effort);
  await using site = await startServer();
  const afterStart = await readIdleMemory(site, effort);
  const cachedResponses = await measureCachedResponses(site, effort);
  const afterLoad = await readIdleMemory(site, effort);
  return [
    cachedResponses,
    starts,
    memorySection({ afterStart, afterLoad, bare: await readBareMemory(effort) }),
    await measureFirstVisit(site.url),
    await measurePages(site.url),
    ...(await measureLoaded(effort)),
    await measureGallery(site.url),
    await measureEditing(effort),
    await measureAttacks(effort),
    await measureEditor(effort),
    await measureImages(effort),
    await measureRendering(effort),
    await measureFirstRequests(effort),
    await measureLongLists(effort),
    await measureBidList(effort),
    await measureGrowth(effort),
  ];
}

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, report: { type: 'string' } },
});
const machine = describeMachine();
const report = formatReport(await measure(options.quick ? QUICK : FULL), machine);
console.log(report);
const BENCHMARKS = join(import.meta.dirname, '../../docs/benchmarks.md');
if (options.report) writeFileSync(options.report, report);
// Keep the section that another command measures.
else if (!options.quick)
  writeFileSync(BENCHMARKS, replaceMarked(readFileSync(BENCHMARKS, 'utf8'), report.trimEnd()));
