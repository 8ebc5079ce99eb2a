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

/** Number of broken files. */
const COUNT = EFFORT.mutations;
/** Of the generator: a failure is made again with the same. */
const SEED = Number(process.env['SEED'] ?? 2026);

test(`Of ${COUNT} broken pictures each is taken whole or refused in words, and the server goes on`, async (t) => {
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
    // 503 when a decoder fell over it: the process went, and the next picture finds another.
    assert.ok([400, 503].includes(answer.statusCode), `${n}, seed ${SEED}: ${answer.body}`);
    assert.ok(answer.json<Problem>().detail.length > 10);
  }
  t.diagnostic(JSON.stringify(outcomes));
  // A generator that broke everything, or nothing, would show little.
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
  // What could not be worked on to the end may be saved again; nothing else is left.
  assert.equal(
    stored.filter((file) => file.startsWith('uploads/')).length,
    outcomes['picture-not-finished'] ?? 0,
  );
  await addPicture(editor, await aPicture().jpeg().toBuffer());
});
