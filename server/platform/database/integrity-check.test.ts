import assert from 'node:assert/strict';
import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { checkIntegrityLater, findDamage } from './integrity-check.ts';

async function freshFile() {
  const folder = await temporaryFolder();
  const path = join(folder.path, 'scalehouse.sqlite');
  using sqlite = new DatabaseSync(path);
  sqlite.exec('pragma journal_mode = wal; create table setting (name text primary key, value text)');
  const insert = sqlite.prepare('insert into setting values (?, ?)');
  for (let number = 0; number < 500; number += 1) insert.run(`${number}`, 'y'.repeat(1000));
  return { path, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

function fillMiddle(path: string): void {
  const bytes = readFileSync(path);
  bytes.fill(0xa5, bytes.length / 2, bytes.length / 2 + 8192);
  writeFileSync(path, bytes);
}

const halve = (path: string) => truncateSync(path, statSync(path).size / 2);

test('finds no damage in an intact file, even while it is written', async () => {
  await using file = await freshFile();
  assert.equal(findDamage(file.path), undefined);
  using writer = new DatabaseSync(file.path);
  writer.exec("begin immediate; insert into setting values ('a', 'b')");
  assert.equal(findDamage(file.path), undefined);
});

test('finds garbage in the middle of a file, and a truncated one, in another process too', async () => {
  for (const damage of [fillMiddle, halve]) {
    await using file = await freshFile();
    damage(file.path);
    const found = findDamage(file.path);
    assert.ok(found);
    assert.doesNotMatch(found, /\n/);
    const { promise, resolve: onDamage } = Promise.withResolvers<string>();
    const stop = checkIntegrityLater(file.path, (each) => onDamage(each ?? ''), { delayMs: 0 });
    assert.equal(await promise, found);
    await stop();
  }
});

test('checks again every day, and reports when the file is intact again', async () => {
  await using file = await freshFile();
  const intact = readFileSync(file.path);
  fillMiddle(file.path);
  const results: string[] = [];
  const { promise: repaired, resolve: onIntact } = Promise.withResolvers<void>();
  const onResult = (damage: string | undefined) => {
    if (damage === undefined) onIntact();
    else if (results.push(damage) === 2) writeFileSync(file.path, intact);
  };
  const stop = checkIntegrityLater(file.path, onResult, { delayMs: 0, everyMs: 300 });
  await repaired;
  assert.ok(results.length >= 2);
  await stop();
});

test('finds nothing and leaves no process when the check is stopped early', async () => {
  await using file = await freshFile();
  fillMiddle(file.path);
  for (const waitMs of [0, 20]) {
    const stop = checkIntegrityLater(file.path, () => assert.fail(), { delayMs: 1 });
    await sleep(waitMs);
    await stop();
    await stop();
  }
});
