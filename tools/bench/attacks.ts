import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { API } from '#contract/paths.ts';
import { startServer } from '#tests/support/server-process.ts';
import { addressOf, send, startAttackers } from './attackers.ts';
import { post } from './post.ts';
import { readUsage } from './process-usage.ts';
import { figure, type Row, type Section } from './report.ts';

const TARGET = { pageMs: 250, signInMs: 500, memoryBytes: 300e6, recoveryMs: 10_000 };
const ADMIN = { username: 'bench', password: 'seed, feed and weed' };
const PAGES = ['/', '/products', '/cash-bids.html', `${API.siteTexts}?ids=0,8`];
/** Networks of the administrator, which are not the attackers'. */
const [KNOWN_NETWORK, NEW_NETWORK] = [220, 221];
const WAIT_MS = { page: 50, signIn: 250, memory: 500, recovery: 100 };

/** Measures the server for visitors and an administrator while all known attacks run at the same time. */
export async function measureAttacks({ attackMs }: { attackMs: number }): Promise<Section> {
  await using site = await startServer({ ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password });
  await using attackers = await startAttackers();

  async function loadPage(n: number): Promise<number> {
    const began = performance.now();
    const response = await fetch(site.url + PAGES[n % PAGES.length]);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`A page responded with ${response.status}.`);
    return performance.now() - began;
  }
  const first = await post(site.url + API.signIn, ADMIN);
  const knownCookies = first.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  const port = Number(new URL(site.url).port);
  const agent = new Agent();
  /** Signs in from a browser that has signed in before, or from a new one in another network. */
  async function signIn(cookie?: string): Promise<number> {
    const began = performance.now();
    const status = await send({
      port,
      agent,
      localAddress: addressOf(cookie ? KNOWN_NETWORK : NEW_NETWORK),
      path: API.signIn,
      body: ADMIN,
      headers: cookie ? { cookie } : {},
    });
    return status === 200 ? performance.now() - began : Infinity;
  }

  for (let n = 0; n < PAGES.length; n += 1) await loadPage(n);
  const attack = attackers.run({ port, ms: attackMs });
  const over = new AbortController();
  void attack.then(() => over.abort());
  async function during(waitMs: number, measure: (n: number) => Promise<number> | number): Promise<number[]> {
    const values: number[] = [];
    for (let n = 0; !over.signal.aborted; n += 1) {
      values.push(await measure(n));
      await sleep(waitMs);
    }
    return values;
  }
  const [pages, known, unknown, memory] = await Promise.all([
    during(WAIT_MS.page, loadPage),
    during(WAIT_MS.signIn, () => signIn(knownCookies)),
    during(WAIT_MS.signIn, () => signIn()),
    during(WAIT_MS.memory, () => readUsage(site.child.pid!).memoryBytes),
  ]);
  const statuses = await attack;
  const ended = performance.now();
  for (let isSlow = true; isSlow && performance.now() - ended < 60_000;) {
    const times = [await loadPage(0), await signIn()];
    isSlow = times[0]! > TARGET.pageMs || times[1]! > TARGET.signInMs;
    if (isSlow) await sleep(WAIT_MS.recovery);
  }
  const recoveryMs = performance.now() - ended;

  return {
    title: 'Under attack',
    text: [
      `For ${figure(attackMs / 1000)} s, 300 clients request the video and never read it, 24 try to sign in with invented names, and others`,
      'send permutations of text IDs, invalid credentials, and HTTP requests with two meanings. Responses to the attackers',
      `by status: ${Object.entries(statuses)
        .map(([status, number]) => `${status}: ${figure(number)}`)
        .join(', ')}.`,
    ].join('\n'),
    columns: ['', 'p99 or maximum'],
    rows: [
      toRow('Page or public endpoint, ms', percentile(pages), TARGET.pageMs),
      toRow('Sign-in, browser that signed in before, ms', percentile(known), TARGET.signInMs),
      toRow('Sign-in, new browser, ms', percentile(unknown), TARGET.signInMs),
      toRow('Memory, MB', Math.max(...memory) / 1e6, TARGET.memoryBytes / 1e6),
      toRow('Time until all is normal again, ms', recoveryMs, TARGET.recoveryMs),
    ],
  };
}

function percentile(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? NaN;
}

function toRow(name: string, value: number, limit: number): Row {
  return { cells: [name, figure(value)], target: { limit: `≤ ${limit}`, isMet: value <= limit } };
}
