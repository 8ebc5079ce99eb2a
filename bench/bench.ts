/**
 * `npm run bench`: how fast and how light the site is, beside what the project wants. Prints a report and writes it to
 * docs/benchmarks.md. A reach that is missed is told and fails nothing; only a bench that cannot measure ends with 1.
 * With `--quick` it takes seconds, its times mean little, and it writes only where `--report` says.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startServer } from '#tests/support/server-process.ts';
import { measureBoard } from './board.ts';
import { measureEditing } from './editing.ts';
import { measureEditor } from './editor.ts';
import { measureEditorScripts, measureFirstVisit, measurePages } from './first-visit.ts';
import { measureGallery } from './gallery-weight.ts';
import { memorySection, readIdleMemory } from './memory.ts';
import { measureReadyAnswers } from './ready-answers.ts';
import { measurePictures } from './pictures.ts';
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
  pictures: 5,
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
  pictures: 1,
  opens: 1,
  keys: 2,
};

/** What is measured, in the order of the report. A new measurement is a section more. */
async function measure(effort: typeof FULL): Promise<Section[]> {
  // Before all else: the site below is then not the first to start after a build, which takes more memory.
  const starts = await measureStarts(effort);
  await using site = await startServer();
  const afterStart = await readIdleMemory(site, effort);
  const readyAnswers = await measureReadyAnswers(site, effort);
  const afterLoad = await readIdleMemory(site, effort);
  return [
    readyAnswers,
    starts,
    memorySection({ afterStart, afterLoad }),
    await measureFirstVisit(site.url),
    await measurePages(site.url),
    await measureEditorScripts(site.url),
    await measureGallery(site.url),
    await measureEditing(effort),
    await measureEditor(effort),
    await measurePictures(effort),
    await measureRendering(effort),
    await measureLongLists(effort),
    await measureBoard(effort),
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
