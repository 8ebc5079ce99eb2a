import { readFileSync } from 'node:fs';

/** CPU time and resident memory of a process; NaN on systems other than Linux. */
export type ProcessUsage = { cpuMs: number; memoryMb: number };

/** Unit of CPU times in /proc, the same on all machines. */
const TICK_MS = 10;

export function readUsage(pid: number): ProcessUsage {
  if (process.platform !== 'linux') return { cpuMs: NaN, memoryMb: NaN };
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The program name is in parentheses and may contain any character; count fields after it (proc(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system] = [Number(fields[11]), Number(fields[12])];
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { cpuMs: (user + system) * TICK_MS, memoryMb: (Number(kilobytes) * 1024) / 1e6 };
}
