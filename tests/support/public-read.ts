import assert from 'node:assert/strict';
import { CONTENT_VERSION_HEADER } from '#contract/paths.ts';
import type { TestSite } from './test-site.ts';

/** Requests a public endpoint without a session, and asserts the headers and conditional requests of all of them. */
export async function readAsVisitor<Body>(
  { app, content }: Pick<TestSite, 'app' | 'content'>,
  url: string,
): Promise<Body> {
  const response = await app.inject(url);
  assert.equal(response.statusCode, 200, response.body);
  const { etag, ...headers } = response.headers;
  assert.equal(headers['content-type'], 'application/json; charset=utf-8');
  assert.equal(headers['cache-control'], 'no-cache');
  assert.equal(Number(headers[CONTENT_VERSION_HEADER]), content.snapshot().version);
  assert.equal(headers['set-cookie'], undefined);

  const known = await app.inject({ url, headers: { 'if-none-match': etag } });
  assert.deepEqual([known.statusCode, known.body, known.headers.etag], [304, '', etag]);

  const head = await app.inject({ method: 'HEAD', url });
  assert.deepEqual([head.statusCode, head.body, head.headers.etag], [200, '', etag]);
  assert.equal(head.headers['content-length'], headers['content-length']);
  return response.json<Body>();
}
