import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '#server/http/problem.ts';
import { createResponseCache } from '#server/http/response-cache.ts';
import type { PageRenderer } from '#server/pages/page-renderer.ts';
import { TooManyRequestsError, UnauthorizedError, UnavailableError } from '#server/platform/errors.ts';
import { createErrorResponses } from './error-responses.ts';

test('renders the sign-in page once for all forms that are not checked', async () => {
  const shown: (string | undefined)[] = [];
  const renderer = {
    async render(_key, attempt) {
      shown.push(attempt?.username);
      return { status: 200, body: Buffer.from(`${attempt?.username} ${attempt?.hint}`), headers: {} };
    },
  } as PageRenderer;
  const content = { snapshot: () => ({}), onChange: () => undefined } as never;
  const responses = createResponseCache({ content, clockState: () => '' });
  const health = { onDiskFull: () => undefined };
  const { showSignInFailure } = createErrorResponses({
    renderer,
    responses,
    health,
    metrics: undefined,
  });

  async function fail(error: Error, username = 'Dana') {
    let sent = { status: 0, body: '' };
    const raw = {
      setHeader: () => undefined,
      writeHead: (status: number) => ({
        end: (body: Buffer) => void (sent = { status, body: String(body) }),
      }),
    };
    const logger = { child: () => ({ info: () => undefined }), error: assert.ifError };
    const request = { method: 'POST', ip: '192.0.2.7', routeOptions: {}, body: { username }, log: logger };
    const headers = {};
    await showSignInFailure(
      error,
      { ...request, headers, raw: { method: 'POST', url: '/admin', headers } } as unknown as FastifyRequest,
      { raw, hijack: () => undefined } as unknown as FastifyReply,
    );
    return sent;
  }

  for (let n = 0; n < 20; n += 1) {
    assert.equal((await fail(new HttpError(400, 'invalid'))).status, 400);
    assert.equal((await fail(new UnavailableError('busy', 'Wait.', 2), `Invented ${n}`)).status, 503);
    const { body } = await fail(new TooManyRequestsError('too-many-attempts', 'Wait.', 30), `Invented ${n}`);
    assert.match(body, /^ Wait 30 seconds/);
  }
  assert.deepEqual(shown, ['', '', '']);
  assert.match((await fail(new UnauthorizedError('invalid-credentials', 'Wrong.'))).body, /^Dana /);
});
