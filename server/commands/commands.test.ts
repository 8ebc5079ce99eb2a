import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { API } from '#contract/paths.ts';
import { createAccountService } from '#server/domains/accounts/account-service.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createStores } from '#tests/support/stores.ts';
import { runCommand, startCommand } from '#tests/support/admin-command.ts';
import { addAdmin, withoutStep, PASSWORD } from '#tests/support/http-client.ts';
import { DATABASE_KINDS, freshTestDatabase, onBothDatabases } from '#tests/support/on-both-databases.ts';
import { openTestSite } from '#tests/support/test-site.ts';

const FROM = { address: '192.0.2.1', formerToken: undefined };

const signIn = (database: Database, username: string, password = PASSWORD) =>
  createAccountService({ database }).signIn({ username, password }, FROM).then(withoutStep);

function assertOneLine(text: string): void {
  assert.match(text, /^[^\n]+\n$/);
}

test('prints the list of commands when run without one', async () => {
  for (const words of [[], ['help'], ['--help']]) {
    const { code, output, errorOutput } = await runCommand({}, words);
    assert.equal(code, 0);
    assert.equal(errorOutput, '');
    assert.match(output, /^ {2}create-admin .* {2}\S/m);
  }
});

test('exits with 2 and a one-line message for invalid arguments, and creates no database', async () => {
  await using testDatabase = await freshTestDatabase('SQLite');
  const wrong = [
    ['create-administrator'],
    ['create-admin'],
    ['create-admin', 'ada', PASSWORD],
    ['create-admin', 'ada', `--password=${PASSWORD}`],
    ['create-admin', 'ada', '--generate=yes'],
    ['reset-password'],
    ['remove-admin'],
    ['list-admins', 'ada'],
    ['list-sessions', '--all'],
    ['end-sessions'],
    ['end-sessions', 'ada', '--all'],
    ['remove-demo-content', 'all'],
    ['sweep-files', 'all'],
    ['sweep-files', '--force'],
    ['backup'],
    ['backup', 'one', 'two'],
    ['restore', '-f'],
  ];
  for (const words of wrong) {
    const { code, output, errorOutput } = await runCommand(testDatabase.environment, words);
    assert.equal(code, 2, `${words.join(' ')}: ${errorOutput}`);
    assert.equal(output, '');
    assertOneLine(errorOutput);
    assert.ok(!errorOutput.includes(PASSWORD), 'The output contains the password.');
  }
  assert.deepEqual(readdirSync(testDatabase.options.dataDir), []);
});

test('exits with the code of the command, and reads the standard input of its process', async () => {
  await using testDatabase = await freshTestDatabase('SQLite');
  const [made, wrong] = await Promise.all([
    startCommand(testDatabase.environment, ['create-admin', 'Ada'], `${PASSWORD}\n`).ended,
    startCommand(testDatabase.environment, ['create-admin', 'Ada', 'Lovelace']).ended,
  ]);
  assert.deepEqual(made, { code: 0, output: 'Created administrator Ada.\n', errorOutput: '' });
  assert.equal(wrong.code, 2);
  assert.equal(wrong.output, '');
  assert.match(wrong.errorOutput, /^create-admin: too many words\. [^\n]+\n$/);
  await signIn(await testDatabase.open(), 'Ada');
});

test('reports invalid settings without passwords, in the format of the server', async () => {
  const { code, errorOutput } = await runCommand(
    { PORT: 'x', DATABASE_URL: 'mysql://root:opensesame@db/site', ADMIN_PASSWORD: 'opensesame' },
    ['list-admins'],
  );
  assert.equal(code, 1);
  assert.match(errorOutput, /^3 settings need fixing:\n {2}PORT/);
  assert.ok(!errorOutput.includes('opensesame'));
});

test('reports an unreachable database in one line, without its password', async () => {
  const { code, errorOutput } = await runCommand(
    { DATABASE_URL: 'postgres://ada:opensesame@127.0.0.1:1/site' },
    ['list-admins'],
  );
  assert.equal(code, 1);
  assert.match(errorOutput, /^DATABASE_URL: can't connect to "postgres:\/\/ada:…@127.0.0.1:1\/site": .*\n$/);
});

for (const kind of DATABASE_KINDS) {
  test(`reports that no site exists, and creates none (${kind})`, async () => {
    await using testDatabase = await freshTestDatabase(kind);
    const file = `${testDatabase.options.dataDir}/site.backup`;
    for (const words of [
      ['list-admins'],
      ['list-sessions'],
      ['end-sessions', '--all'],
      ['reset-password', 'ada'],
      ['sweep-files'],
      ['backup', file],
    ]) {
      const { code, errorOutput } = await runCommand(testDatabase.environment, words, PASSWORD);
      assert.equal(code, 1);
      assert.match(errorOutput, /^(DATA_DIR|DATABASE_URL): .* doesn't contain a site yet\. [^\n]+\n$/);
    }
    assert.deepEqual(readdirSync(testDatabase.options.dataDir), []);
  });

  test(`creates an administrator before the first start, and the site accepts the sign-in (${kind})`, async () => {
    await using testDatabase = await freshTestDatabase(kind);
    const made = await runCommand(testDatabase.environment, ['create-admin', 'Ada', '--generate']);
    assert.equal(made.code, 0, made.errorOutput);
    const password = /^Password: (\S+) \(it won't be shown again\)$/m.exec(made.output)?.[1] ?? '';
    assert.ok(password.length >= 12);

    await using site = await openTestSite({ seedContent: 'none', environment: testDatabase.environment });
    assert.equal(site.firstAdmin, undefined, 'The start made another administrator.');
    const response = await site.app.inject({
      method: 'POST',
      url: API.signIn,
      payload: { username: 'ada', password },
    });
    assert.equal(response.statusCode, 200);

    const { output } = await runCommand(testDatabase.environment, ['list-sessions']);
    const [heading = '', line = '', ...others] = output.trimEnd().split('\n');
    assert.match(heading, /^Session ID +Name +Signed in +Last activity +Browser +Address$/);
    const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d UTC`;
    assert.match(line, new RegExp(`^[0-9a-f]{10}  Ada   ${time}  ${time}  Other browser  127.0.0.1$`));
    assert.deepEqual(others, []);
  });
}

onBothDatabases('reads the password from standard input', async ({ database, environment }) => {
  for (const [name, input] of [
    ['Ada', `${PASSWORD}\n`],
    ['Grace', `${PASSWORD}\r\n`],
    ['Jean', PASSWORD],
  ] as const) {
    const { code, output, errorOutput } = await runCommand(environment, ['create-admin', name], input);
    assert.equal(code, 0, errorOutput);
    assert.equal(output, `Created administrator ${name}.\n`);
    await signIn(database, name);
  }
});

onBothDatabases('rejects invalid usernames and passwords in one line', async ({ database, environment }) => {
  await addAdmin(database, 'Ada');
  const rejected: [words: string[], input: string, errorOutput: RegExp][] = [
    [['create-admin', ''], PASSWORD, /^Use a username of 1 to 100 characters/],
    [['create-admin', 'x'.repeat(101)], PASSWORD, /^Use a username of 1 to 100 characters/],
    [['create-admin', 'Grace\nHopper'], PASSWORD, /^Use a username of 1 to 100 characters/],
    [['create-admin', 'aDA'], PASSWORD, /^An administrator named Ada already exists\./],
    [['create-admin', 'Grace'], '', /^No password on standard input/],
    [['create-admin', 'Grace'], 'too short', /^Use a password of 12 to 128 characters\./],
    [['create-admin', 'Grace'], 'x'.repeat(129), /^Use a password of 12 to 128 characters\./],
    [['create-admin', 'Grace'], 'x'.repeat(20_000), /too long/],
    [['create-admin', 'Grace'], 'passwordpassword', /^That password is too common\./],
    [['create-admin', 'Grace'], `${PASSWORD}\n${PASSWORD}`, /^Standard input has more than one line/],
    [['reset-password', 'Grace'], PASSWORD, /^No administrator is named Grace\./],
    [['reset-password', 'Ada'], 'too short', /^Use a password of 12 to 128 characters\./],
  ];
  for (const [words, input, expected] of rejected) {
    const { code, output, errorOutput } = await runCommand(environment, words, input);
    assert.equal(code, 1);
    assert.equal(output, '');
    assert.match(errorOutput, expected);
    assertOneLine(errorOutput);
    assert.ok(input === '' || !errorOutput.includes(input), 'The output contains the password.');
  }
  const admins = await database.read((db) => createStores(db).admins.list());
  const found = admins.map(({ username }) => username);
  assert.deepEqual(found, ['Ada']);
  await signIn(database, 'Ada');
});

onBothDatabases('remove-admin keeps the only account', async ({ database, environment }) => {
  for (const username of ['Ada', 'Grace']) await addAdmin(database, username);
  const { token } = await signIn(database, 'Ada');
  const times = { createdAt: '', usedAt: null, expiresAt: '' };
  await database.write((db) =>
    createStores(db).apiTokens.insert('hash', {
      id: '1',
      name: 'Desk',
      scope: 'bids',
      locations: null,
      createdBy: 'Ada',
      ...times,
    }),
  );
  assert.deepEqual(await runCommand(environment, ['remove-admin', 'aDA']), {
    code: 0,
    output:
      "Removed administrator Ada. They've been signed out everywhere.\n" +
      "Deleted 1 API token that they created. Its program can't post bids until you create a new one under Cash Bids.\n",
    errorOutput: '',
  });
  assert.equal(await createAccountService({ database }).find(token, '127.0.0.1'), undefined);
  assert.deepEqual(await database.read((db) => createStores(db).apiTokens.list()), []);
  for (const [name, expected] of [
    ['Ada', /^No administrator is named Ada\./],
    ['Grace', /^Grace is the only administrator\. Create another one first/],
  ] as const) {
    const { code, errorOutput } = await runCommand(environment, ['remove-admin', name]);
    assert.equal(code, 1);
    assert.match(errorOutput, expected);
    assertOneLine(errorOutput);
  }
  await signIn(database, 'Grace');
});

onBothDatabases('list-admins sorts the names', async ({ database, environment }) => {
  const none = await runCommand(environment, ['list-admins']);
  assert.deepEqual(none, {
    code: 0,
    output: 'No administrators yet. Create one with: npm run admin -- create-admin NAME\n',
    errorOutput: '',
  });
  for (const username of ['Grace', 'ada']) await addAdmin(database, username);
  const { output } = await runCommand(environment, ['list-admins']);
  assert.match(
    output,
    /^Name +Role +Locations +Last day +Created\nada +Owner +all +\S+ \S+ UTC\nGrace +Owner +all +\S+ \S+ UTC\n$/,
  );
});

onBothDatabases('lists sessions without secrets, and ends them', async ({ database, environment }) => {
  for (const username of ['Ada', 'Grace', 'Jean']) {
    await addAdmin(database, username);
  }
  assert.equal((await runCommand(environment, ['list-sessions'])).output, 'No one is signed in.\n');
  const tokens: string[] = [];
  for (const name of ['Ada', 'Ada', 'Grace', 'Jean']) tokens.push((await signIn(database, name)).token);
  const active = async () => {
    const accounts = createAccountService({ database });
    const found = await Promise.all(tokens.map((token) => accounts.find(token, '127.0.0.1')));
    return found.map((currentAdmin) => currentAdmin?.username ?? null);
  };

  const { output } = await runCommand(environment, ['list-sessions']);
  const lines = output.trimEnd().split('\n').slice(1);
  assert.equal(lines.length, 4);
  const stored = await database.read((db) => createStores(db).sessions.list());
  for (const secret of [...tokens, ...stored.map(({ tokenHash }) => tokenHash)]) {
    for (const line of lines) assert.ok(!line.includes(secret.slice(0, 8)));
  }

  const graces = lines.find((line) => line.includes('Grace'))?.slice(0, 10) ?? '';
  const one = await runCommand(environment, ['end-sessions', graces]);
  assert.equal(one.output, 'Ended 1 session for Grace.\n');
  assert.deepEqual(await active(), ['Ada', 'Ada', null, 'Jean']);

  const again = await runCommand(environment, ['end-sessions', graces]);
  assert.equal(again.code, 1);
  assert.equal(
    again.errorOutput,
    `No administrator or session is named ${graces}. To see both, run: npm run admin -- list-sessions\n`,
  );

  const ofAda = await runCommand(environment, ['end-sessions', 'ada']);
  assert.equal(ofAda.output, 'Ended 2 sessions for Ada.\n');
  assert.deepEqual(await active(), [null, null, null, 'Jean']);

  const rest = await runCommand(environment, ['end-sessions', '--all']);
  assert.equal(rest.output, 'Ended 1 session for everyone.\n');
  assert.deepEqual(await active(), [null, null, null, null]);

  const { currentAdmin } = await signIn(database, 'Ada');
  const longAgo = new Date(Date.now() - 15 * 24 * 3_600_000).toISOString();
  await database.write(async (db) => {
    const { sessions } = createStores(db);
    await sessions.removeAll(currentAdmin.id);
    await sessions.insert('long ago', currentAdmin.id, longAgo);
  });
  assert.equal((await runCommand(environment, ['list-sessions'])).output, 'No one is signed in.\n');
});
