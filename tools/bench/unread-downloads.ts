import { readdirSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from '#tests/support/server-process.ts';
import { readUsage } from './process-usage.ts';
import { figure, type Section } from './report.ts';

const CONNECTIONS = 200;
const LIMIT_MB = 150;
const FILE = '/media/film.mp4';
/** Requests on each connection. The system's buffers hold the first responses. */
const REQUESTS = 20;
const INTERVAL_MS = 200;

/** Measures the memory of a server whose clients request a large response and do not read it. */
export async function measureUnreadDownloads({ idleMs }: { idleMs: number }): Promise<Section> {
  await using site = await startServer();
  const pid = site.child.pid!;
  await sleep(idleMs);
  const before = readUsage(pid).memoryMb;

  const sockets = Array.from({ length: CONNECTIONS }, () => {
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1').pause();
    socket.write(`GET ${FILE} HTTP/1.1\r\nhost: localhost\r\n\r\n`.repeat(REQUESTS));
    return socket;
  });
  let largest = 0;
  for (let waited = 0; waited < idleMs || countOpenFiles(pid) < CONNECTIONS; waited += INTERVAL_MS) {
    if (waited > 60_000) throw new Error(`Only ${countOpenFiles(pid)} downloads began.`);
    await sleep(INTERVAL_MS);
    largest = Math.max(largest, readUsage(pid).memoryMb);
  }
  for (const socket of sockets) socket.destroy();

  const more = largest - before;
  return {
    title: 'Unread downloads',
    text: `Resident memory in MB before and while ${CONNECTIONS} clients request the video ${REQUESTS} times each and read nothing.`,
    columns: ['', 'Before', 'Largest', 'More'],
    rows: [
      {
        cells: [`${CONNECTIONS} downloads`, figure(before), figure(largest), figure(more)],
        target: { limit: `< ${LIMIT_MB} MB more`, isMet: more < LIMIT_MB },
      },
    ],
  };
}

/** Returns how often a process has opened the video. Systems other than Linux do not say. */
function countOpenFiles(pid: number): number {
  if (process.platform !== 'linux') return CONNECTIONS;
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((name) => {
    try {
      return readlinkSync(`${folder}/${name}`).endsWith(FILE);
    } catch {
      return false;
    }
  }).length;
}
