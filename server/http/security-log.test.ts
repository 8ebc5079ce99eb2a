import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { API, SIGN_IN_PAGE } from '#contract/paths.ts';
import { HttpError, toProblem } from './problem.ts';
import { createRejectionLog } from './security-log.ts';
import { TooManyRequestsError, UnauthorizedError, UnavailableError } from '#server/platform/errors.ts';

const BUSY = toProblem(new UnavailableError('busy', 'Wait.', 2));
const LIMITED = toProblem(new TooManyRequestsError('too-many-attempts', 'Wait.', 2));
const WRONG = toProblem(new UnauthorizedError('invalid-credentials', 'Wrong.'));

function createLog() {
  const lines: { event?: string; address?: string; more?: number }[] = [];
  const logger = { child: () => ({ info: (line: object) => void lines.push(line) }) };
  const log = createRejectionLog();
  const reject = (ip: string, problem: typeof BUSY, url: string = API.signIn) =>
    log({ ip, method: 'POST', routeOptions: { url }, log: logger } as unknown as FastifyRequest, problem);
  return { lines, reject };
}

test('logs refused sign-ins of a network once a minute, with the number of the others', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { lines, reject } = createLog();
  for (let n = 0; n < 50; n += 1) {
    assert.equal(reject(`2001:db8:1:${n}::1`, BUSY), 'sign-in-refused');
    assert.equal(reject('192.0.2.7', LIMITED), 'too-many-requests');
  }
  reject('192.0.2.8', BUSY);
  reject('192.0.2.7', new HttpError(400, 'invalid').problem, SIGN_IN_PAGE);
  assert.equal(reject('192.0.2.7', BUSY, API.saveImage), undefined);
  assert.equal(lines.length, 4);
  t.mock.timers.tick(60_000);
  assert.deepEqual(
    lines.map(({ event, more }) => [event, more]),
    [
      ['sign-in-refused', undefined],
      ['too-many-requests', undefined],
      ['sign-in-refused', undefined],
      ['sign-in-refused', undefined],
      ['sign-in-refused', 49],
      ['too-many-requests', 49],
    ],
  );
  reject('192.0.2.7', LIMITED);
  assert.equal(lines.length, 7);
});

test('logs each wrong password, and refused sign-ins of any number of networks in a bounded number of lines', () => {
  const { lines, reject } = createLog();
  for (let n = 0; n < 20; n += 1) reject('192.0.2.7', WRONG);
  assert.equal(lines.length, 20);
  for (let n = 0; n < 5000; n += 1) reject(`198.51.${n % 100}.${Math.floor(n / 100)}`, BUSY);
  assert.ok(lines.length < 1030, `${lines.length}`);
});
