/**
 * `npm run bench`: measures the site against targets, and writes docs/benchmarks.md. A missed target is not an error.
 * `--quick` takes seconds, is inaccurate, and writes only to the path in `--report`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startServer } from '#tests/support/server-process.ts';
import { measureBidList } from './bid-list.ts';
import { measureEditing } from './editing.ts';
import { measureEditor } from './editor.ts';
import { measureEditorScripts, measureFirstVisit, measurePages } from './first-visit.ts';
import { measureGallery } from './gallery-weight.ts';
import { memorySection, readIdleMemory } from './memory.ts';
import { measureCachedResponses } from './cached-responses.ts';
import { measureImages } from './images.ts';
import { measureLongLists, measureRendering } from './rendering.ts';
import { describeMachine, formatReport, type Section } from './report.ts';
import { measureStarts } from './starts.ts';

const FULL = {
  rounds: 7,
  runMs: 2000,
  starts: 7,
  renders: 1000,
  idleMs: 2000,
  saves: 500,
  signIns: 50,
  images: 5,
  opens: 10,
  keys: 40,
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
  opens: 1,
  keys: 2,
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
    memorySection({ afterStart, afterLoad }),
    await measureFirstVisit(site.url),
    await measurePages(site.url),
    await measureEditorScripts(site.url),
    await measureGallery(site.url),
    await measureEditing(effort),
    await measureEditor(effort),
    await measureImages(effort),
    await measureRendering(effort),
    await measureLongLists(effort),
    await measureBidList(effort),
  ];
}

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, report: { type: 'string' } },
});
const machine = describeMachine();
const report = formatReport(await measure(options.quick ? QUICK : FULL), machine);
console.log(report);
const path =
  options.report ?? (options.quick ? undefined : join(import.meta.dirname, '../docs/benchmarks.md'));
if (path) writeFileSync(path, report);
