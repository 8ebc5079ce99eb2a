import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import type { NewApiToken } from '#contract/api-tokens.ts';
import { API } from '#contract/paths.ts';
import { runCommand } from '#tests/support/admin-command.ts';
import { addAdmin, httpClientOf, PASSWORD, signIn, trySignIn } from '#tests/support/http-client.ts';
import { freshTestDatabase } from '#tests/support/on-both-databases.ts';
import { requestUpload } from '#tests/support/test-images.ts';
import { openTestSite } from '#tests/support/test-site.ts';

type Line = { event?: string; time?: number; address?: string; account?: string; reqId?: string } & Record<
  string,
  unknown
>;

async function openLoggingSite(level = 'warn') {
  await using cleanup = new AsyncDisposableStack();
  const testDatabase = cleanup.use(await freshTestDatabase('SQLite', { migrated: true }));
  await addAdmin(await testDatabase.open(), 'Dana');
  let text = '';
  const stream = new Writable({
    decodeStrings: false,
    write(line: string, _encoding, done) {
      text += line;
      done();
    },
  });
  const { environment } = testDatabase;
  const site = cleanup.use(
    await openTestSite({ seedContent: 'none', environment, logger: { level, stream } }),
  );
  const lines = () =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
  const everything = cleanup.move();
  return {
    site,
    environment,
    text: () => text,
    lines,
    events: () => lines().map(({ event }) => event),
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

test('logs each security event in one line, without any secret', async () => {
  await using log = await openLoggingSite();
  const { site } = log;
  const [typo, newPassword] = ['hush-hush-my-password', 'harvest moon over the scale'];
  const address = '192.0.2.7';

  await trySignIn(site, { password: typo }, { address });
  await trySignIn(site, { username: typo, password: typo }, { address });
  const dana = await signIn(site, {}, { address });
  const made = (await dana.post(API.apiTokens, { name: 'Scale office' })).json<NewApiToken>();
  const programAt = (from: string) =>
    httpClientOf(site, { headers: { authorization: `Bearer ${made.token}` }, address: from });
  for (const from of ['192.0.2.8', '192.0.2.8', '192.0.2.9']) {
    await programAt(from).put(API.cashBids, { bids: [] });
  }
  const { uploadUrl } = await requestUpload(dana, { fileName: 'a.jpg' });
  const signature = new URL(uploadUrl, 'http://localhost').searchParams.get('signature') ?? '';
  assert.notEqual(signature, '');
  await dana.put(uploadUrl.replace('expires=', 'expires=9'), 'x', { 'content-type': 'image/jpeg' });
  await dana.delete(`${API.apiTokens}/${made.id}`);
  await programAt('192.0.2.8').put(API.cashBids, { bids: [] });
  await dana.post(API.signOut, undefined, { 'sec-fetch-site': 'cross-site' });
  await dana.post(API.password, { currentPassword: typo, newPassword });
  await dana.post(API.password, { currentPassword: PASSWORD, newPassword });
  for (let attempt = 0; attempt < 11; attempt += 1) await trySignIn(site, { password: typo });

  assert.deepEqual(log.events().slice(0, 13), [
    'sign-in-failed',
    'sign-in-failed',
    'sign-in',
    'token-created',
    'token-used',
    'token-used',
    'upload-rejected',
    'token-deleted',
    'unauthorized',
    'forbidden',
    'forbidden',
    'password-changed',
    'sign-in-failed',
  ]);
  assert.equal(log.events().at(-1), 'too-many-requests');
  const [known, unknown, signedIn] = log.lines();
  assert.deepEqual([known?.account, unknown?.account, signedIn?.account], ['Dana', undefined, 'Dana']);
  for (const line of log.lines()) {
    assert.ok(Number(line.time) > 0 && line.reqId && line.address, JSON.stringify(line));
  }
  const { cookie, token } = dana;
  for (const secret of [PASSWORD, newPassword, typo, cookie, token, made.token, signature]) {
    assert.ok(!log.text().includes(secret), `The log contains ${secret}.`);
  }
});

test('logs each command in the data folder, and no secret', async () => {
  await using log = await openLoggingSite();
  const { environment } = log;
  const reset = await runCommand(environment, ['reset-password', 'dana', '--generate']);
  const password = /^Password: (\S+)/m.exec(reset.output)?.[1] ?? '';
  await runCommand(environment, ['create-admin', 'Grace'], 'seed, feed and weed\n');
  await runCommand(environment, ['reset-password', 'hush-hush-my-password', '--generate']);
  const text = readFileSync(join(environment['DATA_DIR'] ?? '', 'commands.log'), 'utf8');
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  assert.deepEqual(
    lines.map(({ event, command, outcome, words, options }) => [event, command, outcome, words, options]),
    [
      ['command', 'reset-password', 'done', ['dana'], ['generate']],
      ['command', 'create-admin', 'done', ['Grace'], []],
      ['command', 'reset-password', 'failed', undefined, ['generate']],
    ],
  );
  for (const line of lines) assert.ok(Number(line.time) > 0 && line.account);
  assert.notEqual(password, '');
  for (const secret of [password, 'seed, feed and weed', 'hush']) assert.ok(!text.includes(secret));
});
