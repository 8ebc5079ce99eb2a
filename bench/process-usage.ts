import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What a process has used. Not a number where the system does not tell. */
export type ProcessUsage = { cpuMs: number; memoryBytes: number };

/** Linux counts time in these, whatever the machine. */
const TICK_MS = 10;

export function readUsage(pid: number): ProcessUsage {
  if (process.platform === 'linux') return readFromProc(pid);
  if (process.platform === 'win32') return { cpuMs: NaN, memoryBytes: NaN };
  return readFromPs(pid);
}

function readFromProc(pid: number): ProcessUsage {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program stands in brackets and may hold anything: fields are counted behind it (proc(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system] = [Number(fields[11]), Number(fields[12])];
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { cpuMs: (user + system) * TICK_MS, memoryBytes: Number(kilobytes) * 1024 };
}

function readFromPs(pid: number): ProcessUsage {
  const line = execFileSync('ps', ['-o', 'time=,rss=', '-p', String(pid)], { encoding: 'utf8' });
  const [time = '', kilobytes] = line.trim().split(/\s+/);
  const seconds = time.split(/[-:]/).reduce((total, part) => total * 60 + Number(part), 0);
  return { cpuMs: seconds * 1000, memoryBytes: Number(kilobytes) * 1024 };
}
