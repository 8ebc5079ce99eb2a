import assert from 'node:assert/strict';
import type { Problem } from '#contract/problem.ts';
import { readChangeLog } from './change-log.ts';
import { httpClientOf, type AdminClient } from './http-client.ts';
import type { TestSite } from './test-site.ts';

/** A string body is sent as is, any other body as JSON. */
export type BadSave = [
  name: string,
  body: unknown,
  expected: { status?: number; code?: string; field: string },
];

/** Asserts that each body gets 401 without a session and the expected error with one, and that none is stored. */
export async function assertRejected(
  site: TestSite,
  editor: AdminClient,
  { url, saves }: { url: string; saves: readonly BadSave[] },
): Promise<void> {
  const before = await readChangeLog(site.database);
  const visitor = httpClientOf(site);
  for (const [name, body, expected] of saves) {
    assert.equal((await visitor.post(url, body)).statusCode, 401, name);
    const response = await editor.post(url, body);
    const { status, code, errors } = response.json<Problem>();
    assert.deepEqual(
      { status: response.statusCode, code, field: errors?.[0]?.field },
      { status: 400, code: 'invalid', ...expected },
      `${name}: ${response.body}`,
    );
    assert.equal(status, response.statusCode, name);
    for (const { message } of errors ?? []) assert.match(message, /^[A-Z].*\.$/, name);
    assert.match(String(response.headers['content-type']), /^application\/problem\+json/);
    assert.ok(response.body.length < 1000, name);
  }
  assert.deepEqual(await readChangeLog(site.database), before);
}

/** Bodies that are empty, malformed, or JSON other than a list of objects. */
export const NO_LISTS: readonly BadSave[] = [
  ['An empty body', '', { code: 'invalid-json', field: 'body' }],
  ['Half a body', '[{"name":', { code: 'invalid-json', field: 'body' }],
  ['A prototype as a key', '[{"__proto__":{"id":"a"}}]', { code: 'invalid-json', field: 'body' }],
  ['An object', {}, { field: 'body' }],
  ['A word', '"all"', { field: 'body' }],
  ['Null', 'null', { field: 'body' }],
  ['A list of nothing', '[null]', { field: 'body/0' }],
  ['A list in a list', [[]], { field: 'body/0' }],
];
