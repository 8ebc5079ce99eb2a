import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseUnavailableError } from '#server/platform/database/database.ts';
import {
  ConflictError,
  ForbiddenError,
  NotFoundError,
  StorageFullError,
  TooManyRequestsError,
  UnauthorizedError,
  UnavailableError,
  ValidationError,
} from '#server/platform/errors.ts';
import { CATALOG, HttpError, problemHeaders, toProblem } from './problem.ts';

const ERRORS = [
  [400, new ValidationError('too-large', 'Some sentence.')],
  [401, new UnauthorizedError('sign-in-needed', 'Some sentence.')],
  [403, new ForbiddenError('cross-site', 'Some sentence.')],
  [404, new NotFoundError('no-such-image', 'Some sentence.')],
  [409, new ConflictError('image-deleted', 'Some sentence.')],
  [429, new TooManyRequestsError('too-many-attempts', 'Some sentence.', 7)],
  [503, new UnavailableError('busy', 'Some sentence.', 10)],
  [507, new StorageFullError({ cause: undefined })],
] as const;

for (const [status, error] of ERRORS) {
  test(`returns ${status} and the sentence of the error when it is a ${error.name}`, () => {
    const { status: found, code, detail } = toProblem(error);
    assert.deepEqual([found, code, detail], [status, error.code, error.message]);
  });
}

test('names the field in the query of GET and HEAD requests, and in the body of others', () => {
  const error = new ValidationError('too-long', 'Use less.', '/0/name');
  for (const [method, field] of [
    ['GET', 'querystring/0/name'],
    ['HEAD', 'querystring/0/name'],
    ['POST', 'body/0/name'],
    ['PUT', 'body/0/name'],
    ['DELETE', 'body/0/name'],
  ] as const) {
    assert.deepEqual(toProblem(error, method).errors, [{ field, message: 'Use less.' }]);
  }
});

test('names the column and the line when an issue is in a CSV file', () => {
  const issues = [
    { path: '/bids/0/basis', message: 'Enter cents.' },
    { path: 'basis', line: 3, message: 'Enter cents.' },
  ];
  assert.deepEqual(toProblem(new ValidationError('wrong-board', 'Two.', issues), 'PUT').errors, [
    { field: 'body/bids/0/basis', message: 'Enter cents.' },
    { field: 'basis', line: 3, message: 'Enter cents.' },
  ]);
});

const retryAfter = (error: unknown) => problemHeaders(error)['retry-after'];

test('adds Retry-After only when the error can disappear', () => {
  assert.equal(retryAfter(new UnavailableError('busy', 'Wait.', 10)), '10');
  assert.equal(retryAfter(new TooManyRequestsError('too-many-attempts', 'Wait.', 7)), '7');
  assert.equal(retryAfter(new DatabaseUnavailableError('ECONNREFUSED')), '5');
  assert.equal(retryAfter(new HttpError(400, 'no-host')), undefined);
});

test('never shows the message of a database error or an internal error', () => {
  assert.doesNotMatch(JSON.stringify(toProblem(new DatabaseUnavailableError('10.0.0.7'))), /10\.0\.0\.7/);
  const { status, code, detail } = toProblem(new Error('secret'));
  assert.deepEqual([status, code, detail], [500, 'crash', CATALOG[500].crash]);
});
