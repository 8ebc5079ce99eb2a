import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { readUsage } from './process-usage.ts';
import { figure, type Row, type Section } from './report.ts';

const TARGET = { limit: '< 120 MB', bytes: 120e6 };

export async function readIdleMemory(site: ServerProcess, { idleMs }: { idleMs: number }): Promise<number> {
  await sleep(idleMs);
  return readUsage(site.child.pid!).memoryBytes;
}

export function memorySection({ afterStart, afterLoad }: { afterStart: number; afterLoad: number }): Section {
  return {
    title: 'Idle memory',
    text: 'Resident memory of the server process; 1 MB is 1,000,000 bytes.',
    columns: ['', 'MB'],
    rows: [toRow('After startup', afterStart), toRow('After the load test above', afterLoad)],
  };
}

function toRow(name: string, bytes: number): Row {
  return {
    cells: [name, figure(bytes / 1e6)],
    target: { limit: TARGET.limit, isMet: bytes < TARGET.bytes },
  };
}
