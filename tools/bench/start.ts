import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from '#tests/support/server-process.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { readUsage } from './process-usage.ts';
import { figure, type Section } from './report.ts';
import { median } from './timing.ts';

const START_MS = 1000;
const MEMORY_MB = 130;

/** Measures starts with an existing database, and the memory some seconds later. */
export async function measureStart({ starts, idleMs }: { starts: number; idleMs: number }): Promise<Section> {
  await using folder = await temporaryFolder();
  const ms = await timeStarts(folder.path, starts);
  await using site = await startServer({ DATA_DIR: folder.path });
  await (await fetch(site.url)).arrayBuffer();
  const { memoryMb } = await readIdleUsage(site.child.pid!, idleMs);
  return {
    title: 'Start and idle memory',
    text: [
      'From the command until the home page responds, with an existing database and the demo content; the median of',
      `${starts}. The memory is the resident one ${idleMs / 1000} s after that. 1 MB is 1,000,000 bytes.`,
    ].join('\n'),
    columns: ['', ''],
    rows: [
      {
        cells: ['Start', `${figure(ms)} ms`],
        target: { limit: `< ${figure(START_MS)} ms`, isMet: ms < START_MS },
      },
      {
        cells: ['Idle memory', `${figure(memoryMb)} MB`],
        target: { limit: `< ${MEMORY_MB} MB`, isMet: memoryMb < MEMORY_MB },
      },
    ],
  };
}

/** Returns the median time from the command until the home page responds, in ms. Creates the database before. */
export async function timeStarts(dataDir: string, starts: number): Promise<number> {
  const times: number[] = [];
  for (let start = 0; start <= starts; start += 1) {
    const began = performance.now();
    await using site = await startServer({ DATA_DIR: dataDir });
    const { status } = await fetch(site.url);
    if (status !== 200) throw new Error(`The home page responded with ${status}.`);
    if (start > 0) times.push(performance.now() - began);
  }
  return median(times);
}

export async function readIdleUsage(pid: number, idleMs: number) {
  await sleep(idleMs);
  return readUsage(pid);
}
