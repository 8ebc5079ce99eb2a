import { setTimeout as sleep } from 'node:timers/promises';
import { API } from '#contract/paths.ts';
import { startServer } from '#tests/support/server-process.ts';
import { startLoad } from './load.ts';
import { post } from './post.ts';
import { figure, median, type Row, type Section } from './report.ts';

const TARGET = {
  save: { limit: 'p50 < 5 ms', ms: 5 },
  signIn: { limit: 'p50 < 250 ms', ms: 250 },
  flood: { limit: '≥ 0.7', ratio: 0.7 },
};

const ADMIN = { username: 'bench', password: 'seed, feed and weed' };
/** Number of concurrent sign-in attempts, each with a different username and network; more than the server accepts. */
const FLOOD_CONCURRENCY = 30;
/** Retry delay, shorter than the server's Retry-After. */
const RETRY_DELAY_MS = 250;

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
  await using site = await startServer({
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    // The clients of the flood have different addresses, because each network may fail 20 times.
    TRUST_PROXY: 'loopback',
  });

  async function signIn(): Promise<string> {
    const response = await post(site.url + API.signIn, ADMIN);
    if (response.status !== 200) throw new Error(`The sign-in responded with ${response.status}.`);
    return response.headers.get('set-cookie')?.split(';')[0] ?? '';
  }
  const cookie = await signIn();
  let number = 0;
  async function save(): Promise<void> {
    const body = { configType: 'WelcomeMessage', message: `Bench ${(number += 1)}` };
    const { status } = await post(site.url + API.saveSiteText, body, { cookie });
    if (status !== 200) throw new Error(`A save responded with ${status}.`);
  }

  const saveTimes = await times(save, saves);
  const signInTimes = await times(signIn, signIns);
  const ratios = await compareWithFlood(site.url, { runMs, rounds });
  const flood = median(ratios);
  return {
    title: 'Editing',
    text: [
      'Time from the request to the end of the response, one request after the other, on SQLite. A save responds once the',
      `text is on disk and on the website. Saves: ${saves}; sign-ins: ${signIns}. The last row is the rate of the home page while ${FLOOD_CONCURRENCY} clients try`,
      `to sign in continuously (after a 429 or 503, each waits ${RETRY_DELAY_MS} ms), divided by the rate without them; the median of ${rounds}.`,
    ].join('\n'),
    columns: ['', 'p50 ms', 'p99 ms', 'Ratio'],
    rows: [
      judgeTimes('Save', saveTimes, TARGET.save),
      judgeTimes('Sign-in', signInTimes, TARGET.signIn),
      {
        cells: ['Home page during a flood of sign-ins', '', '', figure(flood, 2)],
        target: { limit: TARGET.flood.limit, isMet: flood >= TARGET.flood.ratio },
      },
    ],
  };
}

function judgeTimes(name: string, durations: readonly number[], { limit, ms }: typeof TARGET.save): Row {
  const sorted = durations.toSorted((a, b) => a - b);
  const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? NaN;
  const p50 = median(durations);
  return { cells: [name, figure(p50, 1), figure(p99, 1), ''], target: { limit, isMet: p50 < ms } };
}

async function times(work: () => Promise<unknown>, count: number): Promise<number[]> {
  for (let warm = 0; warm < count / 10; warm += 1) await work();
  const durations: number[] = [];
  for (let time = 0; time < count; time += 1) {
    const began = performance.now();
    await work();
    durations.push(performance.now() - began);
  }
  return durations;
}

/** Returns the rate of the home page during a flood divided by the rate without one, for each round. */
async function compareWithFlood(url: string, { runMs, rounds }: { runMs: number; rounds: number }) {
  await using load = await startLoad();
  const measure = async () => {
    const result = await load.run({ url, headers: { 'accept-encoding': 'br' }, ms: runMs });
    if (result.failures > 0)
      throw new Error(`Some requests for the home page failed: ${JSON.stringify(result)}`);
    return result.requestsPerSecond;
  };
  await measure();
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const without = await measure();
    const stop = startFlood(url);
    const during = await measure();
    await stop();
    ratios.push(during / without);
  }
  return ratios;
}

function startFlood(url: string): () => Promise<void> {
  const over = new AbortController();
  let number = 0;
  async function attempt(client: number): Promise<void> {
    while (!over.signal.aborted) {
      const credentials = { username: `unknown ${(number += 1)}`, password: 'wrong' };
      const { status } = await post(url + API.signIn, credentials, {
        'x-forwarded-for': `192.0.2.${client}`,
      });
      // Wait after a rejection, so that the flood's own cost does not dominate.
      if (status !== 401) await sleep(RETRY_DELAY_MS);
    }
  }
  const attempts = Promise.all(Array.from({ length: FLOOD_CONCURRENCY }, (_, client) => attempt(client)));
  return async () => {
    over.abort();
    await attempts;
  };
}
