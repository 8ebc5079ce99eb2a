import sharp from 'sharp';
import type { Upload } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import { startServer } from '#tests/support/server-process.ts';
import { startLoad } from './load.ts';
import { post } from './post.ts';
import { figure, median, type Section } from './report.ts';

const TARGET = { wanted: '< 3 s', ms: 3000 };
const RATE = { wanted: '≥ 0.7', ratio: 0.7 };
const ADMIN = { username: 'bench', password: 'seed, feed and weed' };
/** Size of a phone's photo (12 megapixels). */
const SIZE = { width: 4000, height: 3000 };

export async function measureImages({
  images,
  rounds,
  runMs,
}: {
  images: number;
  rounds: number;
  runMs: number;
}): Promise<Section> {
  await using site = await startServer({ ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password });
  const photograph = await makePhotograph();
  const signedIn = await post(site.url + API.signIn, ADMIN);
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';

  const taken: number[] = [];
  let slowestPageMs = 0;
  for (let n = 0; n < images; n += 1) {
    const began = performance.now();
    const done = new AbortController();
    const saving = uploadAndSave(site.url, cookie, photograph).finally(() => done.abort());
    while (!done.signal.aborted) {
      const asked = performance.now();
      await (await fetch(`${site.url}/`)).arrayBuffer();
      slowestPageMs = Math.max(slowestPageMs, performance.now() - asked);
    }
    await saving;
    taken.push(performance.now() - began);
  }
  const ms = median(taken);
  const rates = await compareRates(site.url, {
    rounds,
    runMs,
    work: () => uploadAndSave(site.url, cookie, photograph),
  });
  const ratio = median(rates.map(({ busy, idle }) => busy / idle));
  const meanwhileMs = median(rates.flatMap(({ workMs }) => workMs));
  return {
    title: 'Pictures',
    text: [
      `A JPEG of ${SIZE.width} by ${SIZE.height} pixels and ${figure(photograph.length / 1e6, 1)} MB, from asking for an address to the saved picture with all versions; the`,
      `median of ${images}. Meanwhile the home page is asked for again and again. Then 50 connections ask for it as fast as they can,`,
      `by turns with nothing else to do and while one photograph after the other is saved: medians of ${rounds} ${rounds === 1 ? 'pair' : 'pairs'} of ${runMs / 1000} s.`,
    ].join('\n'),
    columns: ['', ''],
    rows: [
      {
        cells: ['Uploaded, judged and saved', `${figure(ms)} ms`],
        target: { wanted: TARGET.wanted, isMet: ms < TARGET.ms },
      },
      { cells: ['Slowest page meanwhile', `${figure(slowestPageMs)} ms`] },
      {
        cells: ['Home pages with nothing else to do', `${figure(median(rates.map(({ idle }) => idle)))} /s`],
      },
      {
        cells: [
          'Home pages while photographs are saved',
          `${figure(median(rates.map(({ busy }) => busy)))} /s`,
        ],
      },
      {
        cells: ['Their ratio', figure(ratio, 2)],
        target: { wanted: RATE.wanted, isMet: ratio >= RATE.ratio },
      },
      {
        cells: ['Uploaded, judged and saved meanwhile', `${figure(meanwhileMs)} ms`],
        target: { wanted: TARGET.wanted, isMet: meanwhileMs < TARGET.ms },
      },
    ],
  };
}

/** Returns the home page's requests per second, idle and while `work` repeats, and the durations of `work` in ms. */
async function compareRates(
  origin: string,
  { rounds, runMs, work }: { rounds: number; runMs: number; work: () => Promise<void> },
): Promise<{ idle: number; busy: number; workMs: number[] }[]> {
  await using load = await startLoad();
  const order = { url: `${origin}/`, headers: { 'accept-encoding': 'br' }, ms: runMs };
  const run = async () => (await load.run(order)).requestsPerSecond;
  // Warm up the server and the load generator.
  await run();
  const rates: { idle: number; busy: number; workMs: number[] }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const idle = await run();
    const done = new AbortController();
    const working = repeat(work, done.signal);
    const busy = await run();
    done.abort();
    rates.push({ idle, busy, workMs: await working });
  }
  return rates;
}

async function repeat(work: () => Promise<void>, signal: AbortSignal): Promise<number[]> {
  const took: number[] = [];
  while (!signal.aborted) {
    const began = performance.now();
    await work();
    took.push(performance.now() - began);
  }
  return took;
}

/** Creates blurred noise, about as hard to encode as a field in the sun. */
async function makePhotograph(): Promise<Buffer> {
  const noise = await sharp({
    create: { ...SIZE, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 20 } },
  })
    .blur(1.2)
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = noise.info;
  return sharp(noise.data, { raw: { width, height, channels } }).jpeg({ quality: 88 }).toBuffer();
}

async function uploadAndSave(origin: string, cookie: string, bytes: Buffer): Promise<void> {
  const asked = await fetch(`${origin}${API.presignedUrl}?fileName=field.jpg`, { headers: { cookie } });
  const { uploadUrl, fileUrl } = (await asked.json()) as Upload;
  const put = await fetch(origin + uploadUrl, {
    method: 'PUT',
    headers: { cookie, 'content-type': 'image/jpeg' },
    body: new Uint8Array(bytes),
  });
  if (!put.ok) throw new Error(`The upload answers ${put.status}: ${await put.text()}`);
  const imageId = /([^/]+)\.jpg$/.exec(fileUrl)?.[1];
  const body = { imageId, imageUrl: fileUrl, imageName: 'A field', imageType: 0 };
  const saved = await post(origin + API.saveImage, body, { cookie });
  if (!saved.ok) throw new Error(`The save answers ${saved.status}.`);
}
