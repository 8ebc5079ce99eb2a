/**
 * `npm run bench`: measures the site against targets, and writes docs/benchmarks.md. A missed target is not an error.
 * `--quick` takes about two minutes, is inaccurate, and only prints.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureGrowth } from './growth.ts';
import { measureImage } from './image.ts';
import { measureKeyPresses } from './key-presses.ts';
import { measureOpenPages } from './open-pages.ts';
import { measureRate } from './rate.ts';
import { describeMachine, formatReport, replaceMarked, type Section } from './report.ts';
import { measureSaves } from './saves.ts';
import { measureSlowPhone } from './slow-phone.ts';
import { measureStart } from './start.ts';
import { measureUnreadDownloads } from './unread-downloads.ts';

const FULL = {
  rounds: 7,
  runSeconds: 2,
  visits: 3,
  saves: 500,
  keys: 40,
  opens: 10,
  images: 5,
  starts: 7,
  idleMs: 10_000,
  changes: 100_000,
};
const QUICK: typeof FULL = {
  rounds: 1,
  runSeconds: 1,
  visits: 1,
  saves: 5,
  keys: 2,
  opens: 1,
  images: 1,
  starts: 1,
  idleMs: 200,
  changes: 2000,
};
const MEASUREMENTS = [
  measureRate,
  measureSlowPhone,
  measureSaves,
  measureKeyPresses,
  measureImage,
  measureStart,
  measureUnreadDownloads,
  measureOpenPages,
  measureGrowth,
];
const BENCHMARKS = join(import.meta.dirname, '../../docs/benchmarks.md');

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const machine = describeMachine();
const sections: Section[] = [];
for (const measure of MEASUREMENTS) sections.push(await measure(options.quick ? QUICK : FULL));
const report = formatReport(sections, machine);
console.log(report);
// Keep the parts that other commands measure.
if (!options.quick)
  writeFileSync(BENCHMARKS, replaceMarked(readFileSync(BENCHMARKS, 'utf8'), report.trimEnd()));
