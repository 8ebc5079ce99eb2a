import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import type { Image } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import type { Problem } from '#contract/problem.ts';
import { createImageWorker } from '#server/images/image-worker.ts';
import { EFFORT } from '#tests/support/effort.ts';
import { readHeic } from '#tests/support/heic.ts';
import { mutate, randomNumbers } from '#tests/support/mutate.ts';
import { openPictureSite } from '#tests/support/picture-site.ts';
import { addPicture, anAnimation, aPicture, storedFiles, upload, urlsOf } from '#tests/support/pictures.ts';

const COUNT = EFFORT.mutations;
/** Seed of the random mutations. Set it to reproduce a failure. */
const SEED = Number(process.env['SEED'] ?? 2026);

test(`stores each of ${COUNT} corrupted images completely or rejects it, and keeps serving`, async (t) => {
  await using site = await openPictureSite({ imageWorker: createImageWorker() });
  const { editor, dataDir } = site;
  const size = { width: 90, height: 60 };
  const originals = [
    ['a.jpg', await aPicture(size).withMetadata({ orientation: 6 }).jpeg().toBuffer()],
    ['a.jpg', await aPicture(size).jpeg({ progressive: true }).toBuffer()],
    ['a.png', await aPicture(size).withIccProfile('p3').png().toBuffer()],
    ['a.webp', await aPicture(size).webp().toBuffer()],
    ['a.webp', await (await anAnimation()).webp().toBuffer()],
    ['a.avif', await aPicture(size).avif({ effort: 0 }).toBuffer()],
    ['a.gif', await (await anAnimation()).gif().toBuffer()],
    ['a.heic', await readHeic()],
  ] as const;

  const random = randomNumbers(SEED);
  const outcomes: Record<string, number> = {};
  const taken: Image[] = [];
  for (let n = 0; n < COUNT; n += 1) {
    const [fileName, bytes] = originals[n % originals.length] ?? originals[0];
    const save = await upload(editor, mutate(bytes, random), { fileName });
    const answer = await editor.post(API.saveImage, save);
    const outcome = answer.statusCode === 200 ? 'taken' : answer.json<Problem>().code;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    if (answer.statusCode === 200) {
      taken.push(answer.json<{ content: Image }>().content);
      continue;
    }
    // 503 if the image worker crashed; the next image gets a new worker.
    assert.ok([400, 503].includes(answer.statusCode), `${n}, seed ${SEED}: ${answer.body}`);
    assert.ok(answer.json<Problem>().detail.length > 10);
  }
  t.diagnostic(JSON.stringify(outcomes));
  // Mutations that break every file, or none, would prove little.
  assert.ok(taken.length > COUNT / 20 && taken.length < COUNT, `${taken.length} of ${COUNT}`);

  for (const image of taken.slice(0, 30)) {
    for (const url of urlsOf(image)) {
      const { statusCode, rawPayload } = await editor.get(url);
      assert.equal(statusCode, 200, url);
      await sharp(rawPayload, { failOn: 'error' }).stats();
    }
  }
  const stored = await storedFiles(dataDir);
  assert.equal(stored.filter((file) => file.startsWith('images/')).length, taken.length * 6);
  // Uploads whose processing did not finish are kept for another save; no other uploads remain.
  assert.equal(
    stored.filter((file) => file.startsWith('uploads/')).length,
    outcomes['picture-not-finished'] ?? 0,
  );
  await addPicture(editor, await aPicture().jpeg().toBuffer());
});
