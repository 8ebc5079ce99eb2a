import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ImageSave } from '#contract/images.ts';
import { UNREACHABLE, type CallResult } from '#app/editor/shell/admin-api.ts';
import { CANCELED } from './upload-file.ts';
import { uploadImage } from './upload-image.ts';

const FILE = new File(['a picture'], 'field.jpg', { type: 'image/jpeg' });
const FIELD = { file: FILE, name: 'Field', type: 0 };
const SIGNED = { uploadUrl: '/api/images/uploads/field-1.jpg?signature=a', fileUrl: '/images/field-1.jpg' };
const SAVED = {
  imageId: 'field-1',
  imageUrl: '/images/field-1.jpg',
  imageName: 'Field',
  imageType: 0,
};

const done = <Body>(body: Body): CallResult<Body> => ({ outcome: 'done', body, version: '1' });
const rejected = (status: number) => ({ outcome: 'rejected', reason: 'No.', status }) as const;
const SIGNED_OUT = { outcome: 'signed-out', reason: "You're signed out." } as const;

function fakeApi({
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
  const calls = fakeApi();
  assert.deepEqual(await uploadImage(FIELD, {}, calls), {
    outcome: 'done',
    saved: SAVED,
    version: '1',
  });
  assert.deepEqual(calls.made, ['sign', 'put', 'save']);
  assert.deepEqual(calls.saves, [SAVED]);
});

test('stops and returns the reason when a request fails', async () => {
  for (const [step, made] of [
    ['sign', ['sign']],
    ['put', ['sign', 'put']],
    ['save', ['sign', 'put', 'save']],
  ] as const) {
    const calls = fakeApi({ [step]: rejected(400) });
    const outcome = await uploadImage(FIELD, {}, calls);
    assert.deepEqual(outcome, { outcome: 'failed', reason: 'No.', isSignedOut: false });
    assert.deepEqual(calls.made, made);
    const signedOut = await uploadImage(FIELD, {}, fakeApi({ [step]: SIGNED_OUT }));
    assert.ok(signedOut.outcome === 'failed' && signedOut.isSignedOut);
    const lost = await uploadImage(FIELD, {}, fakeApi({ [step]: UNREACHABLE }));
    assert.ok(lost.outcome === 'failed');
    assert.equal(lost.reason, "We couldn't reach the website. Check your internet connection and try again.");
  }
});

test('fails before the upload when the signed URL contains no id', async () => {
  for (const fileUrl of ['/images/', 'nonsense', '']) {
    const calls = fakeApi({ sign: done({ ...SIGNED, fileUrl }) });
    const outcome = await uploadImage(FIELD, {}, calls);
    assert.ok(outcome.outcome === 'failed');
    assert.equal(outcome.reason, "The upload couldn't start. Try again in a minute.");
    assert.deepEqual(calls.made, ['sign']);
  }
});

test('retries only the save after a temporary failure, unless another file is chosen', async () => {
  for (const save of [UNREACHABLE, SIGNED_OUT, rejected(503)]) {
    const first = await uploadImage(FIELD, {}, fakeApi({ save }));
    assert.ok(first.outcome === 'failed' && first.uploaded);
    const { uploaded } = first;
    const calls = fakeApi();
    await uploadImage({ ...FIELD, uploaded }, {}, calls);
    assert.deepEqual(calls.made, ['save']);
    assert.deepEqual(calls.saves, [SAVED]);
    const other = fakeApi();
    await uploadImage(
      { file: new File(['another'], 'other.jpg'), name: 'Other', type: 0, uploaded },
      {},
      other,
    );
    assert.deepEqual(other.made, ['sign', 'put', 'save']);
  }
});

test('uploads the file again after a rejected save', async () => {
  const outcome = await uploadImage(FIELD, {}, fakeApi({ save: rejected(400) }));
  assert.ok(outcome.outcome === 'failed' && !outcome.uploaded);
});

test('returns cancelled and does not save when the upload is cancelled', async () => {
  const calls = fakeApi({ put: CANCELED });
  assert.deepEqual(await uploadImage(FIELD, {}, calls), {
    outcome: 'cancelled',
  });
  assert.deepEqual(calls.made, ['sign', 'put']);
});

test('sends the alternative text and the type of the image', async () => {
  const calls = fakeApi();
  await uploadImage({ file: FILE, name: 'Seed', type: 1, altText: 'A bag of seed' }, {}, calls);
  assert.deepEqual(calls.saves, [{ ...SAVED, imageName: 'Seed', imageType: 1, altText: 'A bag of seed' }]);
});
