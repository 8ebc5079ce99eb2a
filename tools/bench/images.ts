import sharp from 'sharp';
import type { Upload } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import { startServer } from '#tests/support/server-process.ts';
import { startLoad } from './load.ts';
import { post } from './post.ts';
import { figure, median, type Section } from './report.ts';

const TARGET = { limit: '< 3 s', ms: 3000 };
const RATE = { limit: '≥ 0.7', ratio: 0.7 };
const ADMIN = { username: 'bench', password: 'seed, feed and weed' };
/** Size of a photo from a phone (12 megapixels), in pixels. */
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
  const photo = await makePhoto();
  const signedIn = await post(site.url + API.signIn, ADMIN);
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';

  const durations: number[] = [];
  let slowestPageMs = 0;
  for (let n = 0; n < images; n += 1) {
    const began = performance.now();
    const done = new AbortController();
    const saving = uploadAndSave(site.url, cookie, photo).finally(() => done.abort());
    while (!done.signal.aborted) {
      const requestedAt = performance.now();
      await (await fetch(`${site.url}/`)).arrayBuffer();
      slowestPageMs = Math.max(slowestPageMs, performance.now() - requestedAt);
    }
    await saving;
    durations.push(performance.now() - began);
  }
  const ms = median(durations);
  const rates = await compareRates(site.url, {
    rounds,
    runMs,
    work: () => uploadAndSave(site.url, cookie, photo),
  });
  const ratio = median(rates.map(({ busy, idle }) => busy / idle));
  const underLoadMs = median(rates.flatMap(({ workMs }) => workMs));
  return {
    title: 'Images',
    text: [
      `A JPEG of ${SIZE.width} by ${SIZE.height} pixels and ${figure(photo.length / 1e6, 1)} MB, from the request for an upload URL to the saved image with all renditions; the`,
      `median of ${images}. During this time, a client requests the home page repeatedly. Then 50 connections request it as fast as they`,
      `can, alternately on an idle server and while images are saved: medians of ${rounds} ${rounds === 1 ? 'pair' : 'pairs'} of ${runMs / 1000}-second runs.`,
    ].join('\n'),
    columns: ['', ''],
    rows: [
      {
        cells: ['Upload, validation, and save', `${figure(ms)} ms`],
        target: { limit: TARGET.limit, isMet: ms < TARGET.ms },
      },
      { cells: ['Slowest home page during this time', `${figure(slowestPageMs)} ms`] },
      {
        cells: ['Home page rate on an idle server', `${figure(median(rates.map(({ idle }) => idle)))} /s`],
      },
      {
        cells: [
          'Home page rate while images are saved',
          `${figure(median(rates.map(({ busy }) => busy)))} /s`,
        ],
      },
      {
        cells: ['Ratio of the rates', figure(ratio, 2)],
        target: { limit: RATE.limit, isMet: ratio >= RATE.ratio },
      },
      {
        cells: ['Upload, validation, and save under load', `${figure(underLoadMs)} ms`],
        target: { limit: TARGET.limit, isMet: underLoadMs < TARGET.ms },
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
  const options = { url: `${origin}/`, headers: { 'accept-encoding': 'br' }, ms: runMs };
  const run = async () => (await load.run(options)).requestsPerSecond;
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
  const durations: number[] = [];
  while (!signal.aborted) {
    const began = performance.now();
    await work();
    durations.push(performance.now() - began);
  }
  return durations;
}

/** Creates blurred noise, about as hard to encode as a field in the sun. */
async function makePhoto(): Promise<Buffer> {
  const noise = await sharp({
    create: { ...SIZE, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 20 } },
  })
    .blur(1.2)
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = noise.info;
  return sharp(noise.data, { raw: { width, height, channels } }).jpeg({ quality: 88 }).toBuffer();
}

async function uploadAndSave(origin: string, cookie: string, bytes: Buffer): Promise<void> {
  const response = await fetch(`${origin}${API.presignedUrl}?fileName=field.jpg`, { headers: { cookie } });
  const { uploadUrl, fileUrl } = (await response.json()) as Upload;
  const put = await fetch(origin + uploadUrl, {
    method: 'PUT',
    headers: { cookie, 'content-type': 'image/jpeg' },
    body: new Uint8Array(bytes),
  });
  if (!put.ok) throw new Error(`The upload responded with ${put.status}: ${await put.text()}`);
  const imageId = /([^/]+)\.jpg$/.exec(fileUrl)?.[1];
  const body = { imageId, imageUrl: fileUrl, imageName: 'A field', imageType: 0 };
  const saved = await post(origin + API.saveImage, body, { cookie });
  if (!saved.ok) throw new Error(`The save responded with ${saved.status}.`);
}
