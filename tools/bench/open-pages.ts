import { Agent, get, type OutgoingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { VERSION_PATH } from '#contract/version-path.ts';
import { saveWelcome, signInAt } from '#tests/support/remote-editor.ts';
import { startServer } from '#tests/support/server-process.ts';
import { waitForBestCompression } from './best-compression.ts';
import { readUsage } from './process-usage.ts';
import { figure, type Section } from './report.ts';
import { ADMIN, WITH_ADMIN } from './sign-in.ts';

const PAGES = 5000;
const POLL_MS = 10_000;
/** Shortest time over which the CPU time of polls is measured, because they come in waves. */
const IDLE_MS = 10_000;
const MAX_SECONDS = 12;
const MAX_CPU_PERCENT = 5;
const MIN_RATIO = 0.95;

/** Measures a server whose home page is open in many browsers. */
export async function measureOpenPages({ idleMs }: { idleMs: number }): Promise<Section> {
  await using site = await startServer(WITH_ADMIN);
  await waitForBestCompression(site.url, ['/']);
  const pages = openPages(site.url);
  await sleep(POLL_MS);
  const before = readUsage(site.child.pid!);
  const measuredMs = Math.max(idleMs, IDLE_MS);
  await sleep(measuredMs);
  const cpu = ((readUsage(site.child.pid!).cpuMs - before.cpuMs) / measuredMs) * 100;
  const editor = (await signInAt(site.url, ADMIN)).at(site.url);
  const changed = pages.nextChange();
  const began = performance.now();
  await saveWelcome(editor, 'Open until seven today.');
  const seconds = ((await changed) - began) / 1000;
  pages.close();
  // Under load, a poll takes less time than when it wakes the server.
  const ratio = 1 - cpu / 100;
  return {
    title: 'Open pages',
    text: [
      `${figure(PAGES)} open home pages, which ask every ten seconds whether they are current, over 50 connections. A change: from`,
      'the save until the last page has loaded it. CPU: of the server while nothing changes, in percent of a core. Rate: of',
      'pages to other visitors, divided by the one without open pages, as far as that CPU time allows: on one machine, the',
      'open pages would take processors from the load.',
    ].join('\n'),
    columns: ['', ''],
    rows: [
      {
        cells: ['A change on all pages', `${figure(seconds, 1)} s`],
        target: { limit: `< ${MAX_SECONDS} s`, isMet: seconds < MAX_SECONDS },
      },
      {
        cells: ['Idle CPU', `${figure(cpu, 1)}%`],
        target: { limit: `< ${MAX_CPU_PERCENT}%`, isMet: cpu < MAX_CPU_PERCENT },
      },
      {
        cells: ['Rate ÷ without', figure(ratio, 2)],
        target: { limit: `≥ ${MIN_RATIO}`, isMet: ratio >= MIN_RATIO },
      },
    ],
  };
}

/** Opens pages that poll as `app/browser/watch-version.ts` does. */
function openPages(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const timers = new Set<NodeJS.Timeout>();
  let isOpen = true;
  let toChange = PAGES;
  let onChanged: ((at: number) => void) | undefined;

  function wait(ms: number, mark = '', etag = '') {
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (isOpen) void poll(mark, etag);
    }, ms);
    timers.add(timer);
  }

  async function poll(mark: string, etag: string) {
    const answer = await read(url + VERSION_PATH, agent, { 'if-none-match': etag });
    const next = answer.status === 304 ? mark : answer.body;
    if (mark !== '' && next !== mark) {
      await read(`${url}/`, agent, { 'accept-encoding': 'br' });
      toChange -= 1;
      if (toChange === 0) onChanged?.(performance.now());
    }
    if (isOpen) wait(POLL_MS * (0.9 + 0.2 * Math.random()), next, answer.etag);
  }

  for (let page = 0; page < PAGES; page += 1) wait((page / PAGES) * POLL_MS);
  return {
    /** Resolves with the time at which the last page has loaded the next change. */
    nextChange: () => new Promise<number>((resolve) => (onChanged = resolve)),
    close() {
      isOpen = false;
      for (const timer of timers) clearTimeout(timer);
      agent.destroy();
    },
  };
}

type Answer = { status: number; etag: string; body: string };

/** Requests a URL. A page that is closed gets no answer. */
const read = (url: string, agent: Agent, headers: OutgoingHttpHeaders) =>
  new Promise<Answer>((resolve) => {
    const request = get(url, { agent, headers }, (response) => {
      let body = '';
      response.setEncoding('latin1');
      response.on('data', (part: string) => (body += part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, etag: response.headers.etag ?? '', body }),
      );
    });
    request.on('error', () => undefined);
  });
