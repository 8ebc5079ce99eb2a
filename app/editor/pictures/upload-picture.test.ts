import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UPLOAD_MAX_BYTES, type ImageSave } from '#contract/images.ts';
import { UNREACHABLE, type CallResult } from '#app/editor/editor-calls.ts';
import { CANCELLED } from './put-file.ts';
import { replacePicture, uploadPicture } from './upload-picture.ts';

const FILE = new File(['a picture'], 'field.jpg', { type: 'image/jpeg' });
const SIGNED = { uploadUrl: '/api/images/uploads/field-1.jpg?signature=a', fileUrl: '/images/field-1.jpg' };
const SAVED = {
  imageId: 'field-1',
  imageUrl: '/images/field-1.jpg',
  imageName: 'Field',
  imageType: 0,
};

const done = <Answer>(answer: Answer): CallResult<Answer> => ({ outcome: 'done', answer, version: 1 });
const refused = (status: number) => ({ outcome: 'refused', reason: 'No.', status }) as const;
const SIGNED_OUT = { outcome: 'signed-out', reason: "You're signed out." } as const;

function someCalls({
  sign = done(SIGNED),
  put = done(undefined),
  save = done(null),
}: {
  sign?: CallResult<typeof SIGNED>;
  put?: CallResult<undefined>;
  save?: CallResult<null>;
} = {}) {
  const made: string[] = [];
  const saves: ImageSave[] = [];
  return {
    made,
    saves,
    signUpload: async () => (made.push('sign'), sign),
    putFile: async () => (made.push('put'), put),
    saveImage: async (image: ImageSave) => (made.push('save'), saves.push(image), save),
  };
}

test('requests a signed URL, uploads the file, and saves it under the id in the URL', async () => {
  const calls = someCalls();
  assert.deepEqual(await uploadPicture({ file: FILE, name: 'Field', type: 0 }, calls), {
    outcome: 'done',
    image: SAVED,
    version: 1,
  });
  assert.deepEqual(calls.made, ['sign', 'put', 'save']);
  assert.deepEqual(calls.saves, [SAVED]);
});

test('sends nothing when the file is too large', async () => {
  const file = new File([new Uint8Array(UPLOAD_MAX_BYTES + 1)], 'large.jpg');
  const calls = someCalls();
  const outcome = await uploadPicture({ file, name: 'Large', type: 0 }, calls);
  assert.deepEqual(outcome, {
    outcome: 'failed',
    reason: 'This image is larger than 25 MB. Choose a smaller one.',
    isSignedOut: false,
  });
  assert.deepEqual(calls.made, []);
});

test('stops and returns the reason when a request fails', async () => {
  for (const [step, made] of [
    ['sign', ['sign']],
    ['put', ['sign', 'put']],
    ['save', ['sign', 'put', 'save']],
  ] as const) {
    const calls = someCalls({ [step]: refused(400) });
    const outcome = await uploadPicture({ file: FILE, name: 'Field', type: 0 }, calls);
    assert.deepEqual(outcome, { outcome: 'failed', reason: 'No.', isSignedOut: false });
    assert.deepEqual(calls.made, made);
    const signedOut = await uploadPicture(
      { file: FILE, name: 'Field', type: 0 },
      someCalls({ [step]: SIGNED_OUT }),
    );
    assert.ok(signedOut.outcome === 'failed' && signedOut.isSignedOut);
    const lost = await uploadPicture(
      { file: FILE, name: 'Field', type: 0 },
      someCalls({ [step]: UNREACHABLE }),
    );
    assert.ok(lost.outcome === 'failed');
    assert.equal(lost.reason, "We couldn't reach the website. Check your internet connection and try again.");
  }
});

test('fails before the upload when the signed URL contains no id', async () => {
  for (const fileUrl of ['/images/', 'nonsense', '']) {
    const calls = someCalls({ sign: done({ ...SIGNED, fileUrl }) });
    const outcome = await uploadPicture({ file: FILE, name: 'Field', type: 0 }, calls);
    assert.ok(outcome.outcome === 'failed');
    assert.equal(outcome.reason, "The upload couldn't start. Try again in a minute.");
    assert.deepEqual(calls.made, ['sign']);
  }
});

test('repeats only the save after one without a definite response, unless the file is another one', async () => {
  for (const save of [UNREACHABLE, SIGNED_OUT, refused(503)]) {
    const first = await uploadPicture({ file: FILE, name: 'Field', type: 0 }, someCalls({ save }));
    assert.ok(first.outcome === 'failed' && first.arrived);
    const { arrived } = first;
    const calls = someCalls();
    await uploadPicture({ file: FILE, name: 'Field', type: 0, arrived }, calls);
    assert.deepEqual(calls.made, ['save']);
    assert.deepEqual(calls.saves, [SAVED]);
    const other = someCalls();
    await uploadPicture({ file: new File(['another'], 'other.jpg'), name: 'Other', type: 0, arrived }, other);
    assert.deepEqual(other.made, ['sign', 'put', 'save']);
  }
});

test('uploads the file again after a rejected save', async () => {
  const outcome = await uploadPicture(
    { file: FILE, name: 'Field', type: 0 },
    someCalls({ save: refused(400) }),
  );
  assert.ok(outcome.outcome === 'failed' && !outcome.arrived);
});

test('returns cancelled and does not save when the upload is cancelled', async () => {
  const calls = someCalls({ put: CANCELLED });
  assert.deepEqual(await uploadPicture({ file: FILE, name: 'Field', type: 0 }, calls), {
    outcome: 'cancelled',
  });
  assert.deepEqual(calls.made, ['sign', 'put']);
});

test('sends the alternative text and the type of the image', async () => {
  const calls = someCalls();
  await uploadPicture({ file: FILE, name: 'Seed', type: 1, altText: 'A bag of seed' }, calls);
  assert.deepEqual(calls.saves, [{ ...SAVED, imageName: 'Seed', imageType: 1, altText: 'A bag of seed' }]);
});

test('replaces an image under its id, and repeats only the replacement after a 503', async () => {
  const replaced: unknown[] = [];
  const calls = {
    ...someCalls(),
    replaceImage: async (replacement: object, basedOn: number) => {
      replaced.push({ ...replacement, basedOn });
      return refused(503);
    },
  };
  const first = await replacePicture({ file: FILE, imageId: 'old-1', basedOn: 7 }, calls);
  assert.ok(first.outcome === 'failed' && first.arrived);
  await replacePicture({ file: FILE, imageId: 'old-1', basedOn: 7, arrived: first.arrived }, calls);
  assert.deepEqual(calls.made, ['sign', 'put']);
  const replacement = { imageId: 'old-1', imageUrl: '/images/field-1.jpg', basedOn: 7 };
  assert.deepEqual(replaced, [replacement, replacement]);
});
