import { setTimeout as sleep } from 'node:timers/promises';
import { API } from '#contract/paths.ts';
import { startServer } from '#tests/support/server-process.ts';
import { startLoad } from './load.ts';
import { post } from './post.ts';
import { figure, median, type Row, type Section } from './report.ts';

const TARGET = {
  save: { wanted: 'p50 ≤ 30 ms', ms: 30 },
  signIn: { wanted: 'p50 ≤ 250 ms', ms: 250 },
  flood: { wanted: '≥ 0.7', ratio: 0.7 },
};

const ADMIN = { username: 'bench', password: 'seed, feed and weed' };
/** Number of concurrent sign-in attempts, each under another name; more than the server admits. */
const FLOOD_CONCURRENCY = 30;
/** Retry delay, shorter than the server's Retry-After. */
const COME_BACK_MS = 250;

export async function measureEditing({
  saves,
  signIns,
  runMs,
  rounds,
}: {
  saves: number;
  signIns: number;
  runMs: number;
  rounds: number;
}): Promise<Section> {
  await using site = await startServer({ ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password });

  async function signIn(): Promise<string> {
    const response = await post(site.url + API.signIn, ADMIN);
    if (response.status !== 200) throw new Error(`Signing in answers ${response.status}.`);
    return response.headers.get('set-cookie')?.split(';')[0] ?? '';
  }
  const cookie = await signIn();
  let number = 0;
  async function save(): Promise<void> {
    const body = { configType: 'WelcomeMessage', message: `Bench ${(number += 1)}` };
    const { status } = await post(site.url + API.saveSiteText, body, { cookie });
    if (status !== 200) throw new Error(`A save answers ${status}.`);
  }

  const saveTimes = await times(save, saves);
  const signInTimes = await times(signIn, signIns);
  const ratios = await compareWithFlood(site.url, { runMs, rounds });
  const flood = median(ratios);
  return {
    title: 'Editing',
    text: [
      'From the request to the whole answer, one after the other, on the embedded database: a save is on the disk and in the pages',
      `when it is answered. Of ${saves} saves and ${signIns} sign-ins. The last row is the rate of the home page while ${FLOOD_CONCURRENCY} at once try`,
      `to sign in without end (again after ${COME_BACK_MS} ms when turned away), divided by the rate without; the median of ${rounds}.`,
    ].join('\n'),
    columns: ['', 'p50 ms', 'p99 ms', 'Ratio'],
    rows: [
      judgeTimes('A save', saveTimes, TARGET.save),
      judgeTimes('A sign-in', signInTimes, TARGET.signIn),
      {
        cells: ['Home page in a flood of sign-ins', '', '', figure(flood, 2)],
        target: { wanted: TARGET.flood.wanted, isMet: flood >= TARGET.flood.ratio },
      },
    ],
  };
}

function judgeTimes(name: string, taken: readonly number[], { wanted, ms }: typeof TARGET.save): Row {
  const sorted = taken.toSorted((a, b) => a - b);
  const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? NaN;
  const p50 = median(taken);
  return { cells: [name, figure(p50, 1), figure(p99, 1), ''], target: { wanted, isMet: p50 <= ms } };
}

async function times(work: () => Promise<unknown>, count: number): Promise<number[]> {
  for (let warm = 0; warm < count / 10; warm += 1) await work();
  const taken: number[] = [];
  for (let time = 0; time < count; time += 1) {
    const began = performance.now();
    await work();
    taken.push(performance.now() - began);
  }
  return taken;
}

/** Returns the rate of the home page during a flood divided by the rate without one, for each round. */
async function compareWithFlood(url: string, { runMs, rounds }: { runMs: number; rounds: number }) {
  await using load = await startLoad();
  const measure = async () => {
    const result = await load.run({ url, headers: { 'accept-encoding': 'br' }, ms: runMs });
    if (result.failures > 0)
      throw new Error(`The home page did not always answer: ${JSON.stringify(result)}`);
    return result.requestsPerSecond;
  };
  await measure();
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const without = await measure();
    const stop = startFlood(url);
    const within = await measure();
    await stop();
    ratios.push(within / without);
  }
  return ratios;
}

function startFlood(url: string): () => Promise<void> {
  const over = new AbortController();
  let number = 0;
  async function attempt(): Promise<void> {
    while (!over.signal.aborted) {
      const who = { username: `unknown ${(number += 1)}`, password: 'wrong' };
      const { status } = await post(url + API.signIn, who);
      // Wait after a rejection, so that the flood's own cost does not dominate.
      if (status === 503) await sleep(COME_BACK_MS);
    }
  }
  const attempts = Promise.all(Array.from({ length: FLOOD_CONCURRENCY }, attempt));
  return async () => {
    over.abort();
    await attempts;
  };
}
