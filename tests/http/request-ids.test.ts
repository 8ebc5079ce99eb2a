import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { API } from '#contract/paths.ts';
import { openTestSite } from '#tests/support/test-site.ts';

const PROXY = '10.0.0.1';
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Requests `url`, and returns the request ID of the response and those of the log. */
async function requestIds({ id, from, url = API.verify }: { id?: string; from: string; url?: string }) {
  let text = '';
  const stream = new Writable({
    decodeStrings: false,
    write: (line: string, _encoding, done) => ((text += line), done()),
  });
  await using site = await openTestSite({
    environment: { TRUST_PROXY: PROXY },
    logger: { level: 'warn', stream },
  });
  const { headers } = await site.app.inject({
    url,
    remoteAddress: from,
    ...(id !== undefined && { headers: { 'x-request-id': id } }),
  });
  const lines = text.split('\n').filter(Boolean);
  const logged = lines.map((line) => (JSON.parse(line) as { reqId?: string }).reqId);
  return { sent: String(headers['x-request-id']), logged };
}

test('uses the request ID of a trusted proxy in the log and in the error response', async () => {
  for (const id of ['8f14e45fceea167a5a36dedd4bea2543', 'Root=1-67891233-abcdef012345678912345678']) {
    assert.deepEqual(await requestIds({ id, from: PROXY }), { sent: id, logged: [id] });
  }
});

test('generates a request ID when a trusted proxy sends none or a malformed one', async () => {
  for (const id of [undefined, '', 'two words', 'a,b', '"}{"', 'x'.repeat(101)]) {
    const { sent, logged } = await requestIds({ from: PROXY, ...(id !== undefined && { id }) });
    assert.match(sent, UUID);
    assert.deepEqual(logged, [sent]);
  }
});

test('ignores the request ID of any other client', async () => {
  const { sent, logged } = await requestIds({ id: 'chosen-by-a-visitor', from: '192.0.2.7' });
  assert.match(sent, UUID);
  assert.deepEqual(logged, [sent]);
});
