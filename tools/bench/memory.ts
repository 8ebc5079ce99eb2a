import { setTimeout as sleep } from 'node:timers/promises';
import { startServer, type ServerProcess } from '#tests/support/server-process.ts';
import { readMemory, type Memory } from './process-usage.ts';
import { figure, type Row, type Section } from './report.ts';
import { BARE_COMMAND } from './starts.ts';

const TARGETS = { afterStart: 90e6, afterLoad: 120e6 };

export async function readIdleMemory(site: ServerProcess, { idleMs }: { idleMs: number }): Promise<Memory> {
  await sleep(idleMs);
  return readMemory(site.child.pid!);
}

/** Memory of a server that only responds, started like the site. */
export async function readBareMemory(effort: { idleMs: number }): Promise<Memory> {
  await using bare = await startServer({}, BARE_COMMAND);
  return await readIdleMemory(bare, effort);
}

export function memorySection({
  afterStart,
  afterLoad,
  bare,
}: {
  afterStart: Memory;
  afterLoad: Memory;
  bare: Memory;
}): Section {
  return {
    title: 'Idle memory',
    text: [
      'Resident memory of the server process, of which its own: data that it shares with no other process, unlike the program',
      'file of Node. Each further site on a machine adds only the latter. Bare Node is a `node:http` server started the same way.',
      '1 MB is 1,000,000 bytes.',
    ].join('\n'),
    columns: ['', 'MB', 'Own, MB'],
    rows: [
      judge(toRow('After startup', afterStart), afterStart, TARGETS.afterStart),
      judge(toRow('After the load test above', afterLoad), afterLoad, TARGETS.afterLoad),
      toRow('Bare Node', bare),
    ],
  };
}

const toRow = (name: string, { residentBytes, ownBytes }: Memory): Row => ({
  cells: [name, figure(residentBytes / 1e6), figure(ownBytes / 1e6)],
});

const judge = (row: Row, { residentBytes }: Memory, limit: number): Row => ({
  ...row,
  target: { limit: `< ${limit / 1e6} MB`, isMet: residentBytes < limit },
});
