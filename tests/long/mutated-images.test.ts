import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import type { Image } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import type { Problem } from '#contract/problem.ts';
import { createImageWorker } from '#server/domains/images/image-worker.ts';
import { EFFORT } from '#tests/support/effort.ts';
import { readHeic } from '#tests/support/heic.ts';
import { openImageSite } from '#tests/support/image-site.ts';
import {
  addImage,
  anAnimation,
  aTestImage,
  storedFiles,
  upload,
  urlsOf,
} from '#tests/support/test-images.ts';

/** Returns a generator of pseudorandom numbers in [0, 1) that repeats for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns a copy with bytes changed, removed, repeated or set to extremes, or with the end cut off. */
function mutate(bytes: Buffer, random: () => number): Buffer {
  let mutated = Buffer.from(bytes);
  const below = (limit: number) => Math.floor(random() * limit);
  for (let changes = 1 + below(4); changes > 0 && mutated.length > 8; changes -= 1) {
    // Prefer the first bytes, which contain the headers.
    const at = below(random() < 0.5 ? Math.min(mutated.length, 200) : mutated.length);
    const length = Math.min(1 + below(32), mutated.length - at);
    const kind = below(6);
    if (kind === 0) mutated[at] = below(256);
    if (kind === 1) mutated.fill(0xff, at, at + length);
    if (kind === 2) mutated.fill(0, at, at + length);
    if (kind === 3) mutated = Buffer.concat([mutated.subarray(0, at), mutated.subarray(at + length)]);
    if (kind === 4) mutated = Buffer.concat([mutated.subarray(0, at + length), mutated.subarray(at)]);
    if (kind === 5) mutated = Buffer.from(mutated.subarray(0, Math.max(1, at)));
  }
  return mutated;
}

const COUNT = EFFORT.mutations;
/** Seed of the random mutations. Set it to reproduce a failure. */
const SEED = Number(process.env['SEED'] ?? 2026);

test(`stores each of ${COUNT} corrupted images completely or rejects it, and keeps serving`, async (t) => {
  await using site = await openImageSite({ imageWorker: createImageWorker() });
  const { editor, dataDir } = site;
  const size = { width: 90, height: 60 };
  const originals = [
    ['a.jpg', await aTestImage(size).withMetadata({ orientation: 6 }).jpeg().toBuffer()],
    ['a.jpg', await aTestImage(size).jpeg({ progressive: true }).toBuffer()],
    ['a.png', await aTestImage(size).withIccProfile('p3').png().toBuffer()],
    ['a.webp', await aTestImage(size).webp().toBuffer()],
    ['a.webp', await (await anAnimation()).webp().toBuffer()],
    ['a.avif', await aTestImage(size).avif({ effort: 0 }).toBuffer()],
    ['a.gif', await (await anAnimation()).gif().toBuffer()],
    ['a.heic', await readHeic()],
  ] as const;

  const random = randomNumbers(SEED);
  const outcomes: Record<string, number> = {};
  const stored: Image[] = [];
  for (let n = 0; n < COUNT; n += 1) {
    const [fileName, bytes] = originals[n % originals.length] ?? originals[0];
    const save = await upload(editor, mutate(bytes, random), { fileName });
    const response = await editor.post(API.saveImage, save);
    const outcome = response.statusCode === 200 ? 'stored' : response.json<Problem>().code;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    if (response.statusCode === 200) {
      stored.push(response.json<{ content: Image }>().content);
      continue;
    }
    // 503 if the image worker crashed; the next image gets a new worker.
    assert.ok([400, 503].includes(response.statusCode), `${n}, seed ${SEED}: ${response.body}`);
    assert.ok(response.json<Problem>().detail.length > 10);
  }
  t.diagnostic(JSON.stringify(outcomes));
  // Mutations that break every file, or none, would prove little.
  assert.ok(stored.length > COUNT / 20 && stored.length < COUNT, `${stored.length} of ${COUNT}`);

  for (const image of stored.slice(0, 30)) {
    for (const url of urlsOf(image)) {
      const { statusCode, rawPayload } = await editor.get(url);
      assert.equal(statusCode, 200, url);
      await sharp(rawPayload, { failOn: 'error' }).stats();
    }
  }
  const files = await storedFiles(dataDir);
  assert.equal(files.filter((file) => file.startsWith('images/')).length, stored.flatMap(urlsOf).length);
  // Uploads whose processing did not finish are kept for another save; no other uploads remain.
  assert.equal(
    files.filter((file) => file.startsWith('uploads/')).length,
    outcomes['picture-not-finished'] ?? 0,
  );
  await addImage(editor, await aTestImage().jpeg().toBuffer());
});
