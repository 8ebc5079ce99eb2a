import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StorageFullError } from '#server/platform/errors.ts';
import { DatabaseUnavailableError, type Database } from './database.ts';
import { watchAccess } from './transaction.ts';

const readOnly = new DatabaseUnavailableError('attempt to write a readonly database', {
  reason: 'read-only',
});
const busy = new DatabaseUnavailableError('database is locked', { reason: 'busy' });

function watched() {
  const lines: string[] = [];
  let fault: Error | undefined;
  const access = async () => {
    if (fault) throw fault;
  };
  const { database, health } = watchAccess(
    { read: access, write: access, writeAside: access } as unknown as Database,
    { fail: (_, sentence) => lines.push(sentence), note: (sentence) => lines.push(sentence) },
  );
  return {
    health,
    lines,
    async access(kind: 'read' | 'write' | 'writeAside', next?: Error) {
      fault = next;
      await database[kind](async () => undefined).catch((error: unknown) => assert.equal(error, next));
    },
  };
}

test('reports failed writes with their first time and newest reason until a write succeeds', async () => {
  for (const kind of ['write', 'writeAside'] as const) {
    const { access, health, lines } = watched();
    await access(kind, readOnly);
    const { since } = health.failure() ?? {};
    assert.ok(since);
    await access('read');
    await access(kind, new StorageFullError({ cause: new Error('full') }));
    assert.equal(health.failure()?.since, since);
    assert.match(health.sentence() ?? '', /^We can't save right now because the server's disk is full\./);
    await access(kind);
    assert.equal(health.failure(), undefined);
    assert.equal(health.sentence(), undefined);
    assert.deepEqual(lines, [
      'Saves, sign-ins, or the editor fail because the database is read-only.',
      'Saves, sign-ins, and the editor work again.',
    ]);
  }
});

test('reports failed reads until any access succeeds, and damage until a check finds none', async () => {
  const { access, health } = watched();
  await access('read', new DatabaseUnavailableError('malformed', { reason: 'damaged' }));
  assert.equal(health.failure()?.because, 'part of the database is damaged');
  await access('read');
  assert.equal(health.failure(), undefined);
  assert.equal(health.damage(), 'malformed');
  assert.match(health.sentence() ?? '', /^Part of the database is damaged/);
  health.setDamage(undefined);
  assert.equal(health.sentence(), undefined);
});

test('reports a disk that is full for an upload until a save succeeds, or for a quarter of an hour', async (t) => {
  const { access, health, lines } = watched();
  const full = new StorageFullError({ cause: new Error('ENOSPC') });
  const began = performance.now();
  const { mock } = t.mock.method(performance, 'now', () => began);
  for (const end of [() => access('write'), async () => mock.mockImplementation(() => began + 16 * 60_000)]) {
    health.onDiskFull(full);
    await access('read');
    await access('writeAside');
    assert.equal(health.failure()?.isDiskFull, true);
    await end();
    assert.equal(health.failure(), undefined);
  }
  assert.deepEqual(lines, [
    'The disk is full. Free some space.',
    'Saves, sign-ins, and the editor work again.',
  ]);
});

test('logs at most one failure per minute', async (t) => {
  const began = performance.now();
  let minutes = 0;
  t.mock.method(performance, 'now', () => began + minutes * 60_000);
  const { access, lines } = watched();
  for (const fault of [busy, undefined, busy, undefined, busy]) await access('write', fault);
  assert.equal(lines.length, 2);
  minutes = 2;
  for (let n = 0; n < 3; n += 1) await access('write', busy);
  assert.equal(lines.length, 3);
});
