import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** CPU time and resident memory of a process; NaN if the system does not report them. */
export type ProcessUsage = { cpuMs: number; memoryBytes: number };

/** Resident memory of a process, and the part that no other process shares; NaN if the system does not report it. */
export type Memory = { residentBytes: number; ownBytes: number };

export function readMemory(pid: number): Memory {
  const { memoryBytes: residentBytes } = readUsage(pid);
  if (process.platform !== 'linux') return { residentBytes, ownBytes: NaN };
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return { residentBytes, ownBytes: Number(/^Anonymous:\s+(\d+) kB$/m.exec(rollup)?.[1]) * 1024 };
}

/** Unit of CPU times in /proc, the same on all machines. */
const TICK_MS = 10;

export function readUsage(pid: number): ProcessUsage {
  if (process.platform === 'linux') return readFromProc(pid);
  if (process.platform === 'win32') return { cpuMs: NaN, memoryBytes: NaN };
  return readFromPs(pid);
}

/** Returns the sum of a process and its children. */
export function readUsageOfAll(pid: number): ProcessUsage {
  if (process.platform !== 'linux') return { cpuMs: NaN, memoryBytes: NaN };
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim();
  const usages = [pid, ...(children ? children.split(' ').map(Number) : [])].map(readFromProc);
  return {
    cpuMs: usages.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    memoryBytes: usages.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
  };
}

function readFromProc(pid: number): ProcessUsage {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The program name is in parentheses and may contain any character; count fields after it (proc(5)).
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
