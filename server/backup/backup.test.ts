import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createAccountService } from '#server/domains/accounts/account-service.ts';
import { createPeopleService } from '#server/domains/accounts/people-service.ts';
import { createApiTokenService } from '#server/domains/accounts/api-token-service.ts';
import type { Database } from '#server/platform/database/database.ts';
import { seedContent } from '#server/domains/demo-content/seed-content.ts';
import { createStores, saveText } from '#tests/support/stores.ts';
import { addAdmin, withoutStep, PASSWORD } from '#tests/support/http-client.ts';
import { DATABASE_KINDS, freshTestDatabase, onBothDatabases } from '#tests/support/on-both-databases.ts';
import { UNUSED_IMAGE_SERVICES } from '#tests/support/unused-image-services.ts';
import { EFFORT } from '#tests/support/effort.ts';
import { eventually } from '#tests/support/eventually.ts';
import { addNewerTables } from '#tests/support/newer-tables.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { BACKUP_END_BYTES, backupEnd } from './backup-format.ts';
import { ALL_TABLES, pagesOf, SAVED_TABLES, type Row } from './backup-tables.ts';
import { differencesFromLog } from '#tests/support/logged-content.ts';
import { loadBackup, restoreBackup } from './restore-backup.ts';
import { saveBackup } from './save-backup.ts';

const { files } = UNUSED_IMAGE_SERVICES;
/** Line breaks of all kinds, including ones that JSON does not escape, and characters beyond the BMP. */
const AWKWARD = 'a\nb\r\nc\u2028d\u2029e\u0085f "quoted" \\ 🌾 \u{1F33D} é e\u0301 \uFFFD \u007f';

async function fillSite(database: Database): Promise<{ token: string }> {
  await seedContent(database, 'demo');
  await addAdmin(database, 'Ada');
  await saveText(database, AWKWARD);
  return signIn(database);
}

const signIn = (database: Database) =>
  createAccountService({ database })
    .signIn({ username: 'Ada', password: PASSWORD }, { address: '192.0.2.1', formerToken: undefined })
    .then(withoutStep);

/** Returns everything that a backup contains. */
async function readSite(database: Database): Promise<Record<string, Row[]>> {
  return database.read(async (db) => {
    const site: Record<string, Row[]> = {};
    for (const table of SAVED_TABLES) site[table] = (await Array.fromAsync(pagesOf(db, table))).flat();
    return site;
  });
}

async function restoreInto(
  database: Database,
  path: string,
  { replace = false, withAccounts = true } = {},
): Promise<void> {
  await using loaded = await loadBackup(path);
  await restoreBackup(database, loaded, { replace, withAccounts, files });
}

/** Rewrites a backup with other content and a valid checksum. */
function forge(path: string, change: (header: Record<string, unknown>, lines: string[]) => void): void {
  const bytes = readFileSync(path);
  const headerEnd = bytes.indexOf('\n');
  const header = JSON.parse(bytes.toString('utf8', 0, headerEnd)) as Record<string, unknown>;
  const lines = gunzipSync(bytes.subarray(headerEnd + 1, -BACKUP_END_BYTES))
    .toString()
    .split('\n');
  change(header, lines);
  const complete = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), gzipSync(lines.join('\n'))]);
  const end = backupEnd(createHash('sha256').update(complete).digest('hex'));
  writeFileSync(path, Buffer.concat([complete, Buffer.from(end)]));
}

/** What a restored site makes again, or must not bring back. */
const OMITTED_TABLES = [
  'factor',
  'invitation',
  'lease',
  'presence',
  'preview_link',
  'price_change',
  'price_day',
  'secret',
  'session',
  'sign_in_attempt',
];

onBothDatabases('covers every table of the database, either saved or omitted', async ({ database }) => {
  const tables = await database.read((db) => db.introspection.getTables());
  const all = new Set(tables.map(({ name }) => name));
  assert.deepEqual(all, new Set(ALL_TABLES));
  assert.deepEqual(all, new Set([...SAVED_TABLES, ...OMITTED_TABLES]));
});

for (const from of DATABASE_KINDS) {
  for (const to of DATABASE_KINDS) {
    test(`restores all content and no sessions (${from} to ${to})`, async () => {
      await using origin = await freshTestDatabase(from);
      await using target = await freshTestDatabase(to);
      await using folder = await temporaryFolder();
      const path = join(folder.path, 'site.backup');
      const site = await origin.open();
      const { token } = await fillSite(site);

      const { rows, made } = await saveBackup(site, path, { replace: false, files });
      const restored = await target.open();
      await restoreInto(restored, path);

      const [before, { change_log: log = [], ...others }] = [await readSite(site), await readSite(restored)];
      const { change_log: originalLog = [], ...originals } = before;
      originals['setting']?.push({ name: 'last-backup', value: made });
      assert.deepEqual(others, originals);
      assert.deepEqual(log.slice(0, -1), originalLog);
      const { at: _at, hash: _hash, version, ...last } = log.at(-1) ?? {};
      // Open browsers may hold versions of changes that the backup lacks.
      assert.ok(Number(version) > originalLog.length + 500);
      assert.deepEqual(await restored.read(differencesFromLog), []);
      assert.deepEqual(last, {
        item: null,
        origin: 'restore',
        author: null,
        subject: 'site',
        before: 'null',
        after: JSON.stringify({ backup: made }),
      });
      assert.equal(rows['change_log'], originalLog.length);

      const left = ['session', 'sign_in_attempt', 'secret'] as const;
      for (const table of left) {
        const found = await restored.read((db) => db.selectFrom(table).selectAll().execute());
        assert.deepEqual(found, []);
      }
      assert.equal(await createAccountService({ database: restored }).find(token, '127.0.0.1'), undefined);
      assert.equal((await signIn(restored)).currentAdmin.username, 'Ada');
    });
  }
}

test('writes a single file, readable by its owner only, without session tokens and the key of known browsers', async () => {
  await using testDatabase = await freshTestDatabase('SQLite');
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'site.backup');
  const site = await testDatabase.open();
  const { token } = await fillSite(site);
  await saveBackup(site, path, { replace: false, files });
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(folder.path), ['site.backup']);
  const bytes = readFileSync(path);
  const text = gunzipSync(bytes.subarray(bytes.indexOf('\n') + 1, -BACKUP_END_BYTES)).toString();
  const hash = createHash('sha256').update(token).digest('base64url');
  const { value: key } = await site.read((db) =>
    db.selectFrom('secret').select('value').executeTakeFirstOrThrow(),
  );
  assert.match(key, /^[0-9a-f]{64}$/);
  for (const secret of [token, hash, key, '192.0.2.1']) assert.ok(!text.includes(secret));
});

onBothDatabases('says in one line that the path cannot be written', async ({ database }) => {
  await using folder = await temporaryFolder();
  await saveText(database, AWKWARD);
  for (const [path, code] of [
    [join(folder.path, 'no', 'folder'), 'ENOENT'],
    [folder.path, 'EISDIR'],
  ] as const) {
    await assert.rejects(saveBackup(database, path, { replace: true, files }), {
      name: 'BackupError',
      message: `Can't write ${path} (${code}). Check the path, the folder's permissions, and the free space.`,
    });
  }
  assert.deepEqual(readdirSync(folder.path), []);
});

function keepWriting(database: Database): AsyncDisposable & { count(): number } {
  let count = 0;
  const stop = new AbortController();
  async function write() {
    for (; !stop.signal.aborted; count += 1) {
      await saveText(database, `north ${count}`);
      // SQLite writes synchronously, and would leave no time for the backup.
      await setImmediate();
    }
  }
  const done = write();
  return {
    count: () => count,
    [Symbol.asyncDispose]: () => {
      stop.abort();
      return done;
    },
  };
}

onBothDatabases('saves a consistent snapshot during concurrent writes', async ({ database, open }) => {
  await using folder = await temporaryFolder();
  await seedContent(database, 'demo');
  await using writer = keepWriting(await open());
  await eventually(() => assert.ok(writer.count() > 0));
  for (let round = 0; round <= EFFORT.kills; round += 1) {
    const path = join(folder.path, `${round}.backup`);
    const since = writer.count();
    await saveBackup(database, path, { replace: false, files });
    await eventually(() => assert.ok(writer.count() > since, 'The writer was blocked.'));

    await using loaded = await loadBackup(path);
    const stores = createStores(loaded.scratch);
    const newest = await loaded.scratch
      .selectFrom('change_log')
      .select(['version', 'after'])
      .orderBy('version', 'desc')
      .executeTakeFirstOrThrow();
    const texts = await stores.siteText.list();
    assert.ok(
      [...texts.values()].includes(JSON.parse(newest.after) as string),
      'The content does not match the change log.',
    );
    const { count } = await loaded.scratch
      .selectFrom('change_log')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    assert.equal(count, newest.version);
  }
});

onBothDatabases('replaces a site only with `replace`, and atomically', async ({ database, open }) => {
  await using folder = await temporaryFolder();
  await using other = await freshTestDatabase('SQLite');
  const path = join(folder.path, 'site.backup');
  const origin = await other.open();
  await fillSite(origin);
  await saveBackup(origin, path, { replace: false, files });

  await addAdmin(database, 'Grace');
  const before = await readSite(database);
  await assert.rejects(restoreInto(database, path), {
    name: 'BackupError',
    message: 'This database already has a site. To replace it, add --force.',
  });
  assert.deepEqual(await readSite(database), before);

  // Killed processes are tested in tests/long/backup-kills.test.ts.
  const reader = await open();
  const interrupted: Database = {
    ...database,
    write: (work) =>
      database.write(async (db) => {
        await work(db);
        assert.deepEqual(await readSite(reader), before);
        throw new Error('Interrupted.');
      }),
  };
  await assert.rejects(restoreInto(interrupted, path, { replace: true }), { message: 'Interrupted.' });
  assert.deepEqual(await readSite(database), before);

  await restoreInto(database, path, { replace: true });
  const { admin, site_text: texts } = await readSite(database);
  const { admin: originalAdmin, site_text: originalTexts } = await readSite(origin);
  assert.deepEqual({ admin, texts }, { admin: originalAdmin, texts: originalTexts });
});

onBothDatabases('keeps accounts and API tokens, and revives none', async ({ database }) => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'site.backup');
  const accounts = createAccountService({ database });
  const apiTokens = createApiTokenService({
    database,
    content: { write: database.write },
    now: () => new Date(),
  });
  const ada = { origin: 'admin', name: 'Ada' } as const;
  for (const username of ['Ada', 'Eve']) await addAdmin(database, username);
  await saveText(database, 'as it was');
  const revoked = await apiTokens.create(ada, { name: 'Old office' });
  const kept = await apiTokens.create(ada, { name: 'Office' });
  const { token: session } = await signIn(database);
  await saveBackup(database, path, { replace: false, files });

  await apiTokens.remove(ada, revoked.id);
  const later = await apiTokens.create(ada, { name: 'New office' });
  await database.write((db) => db.deleteFrom('admin').where('username', '=', 'Eve').execute());
  await addAdmin(database, 'Grace');
  const { token: newPassword } = await signIn(database);
  await accounts.changePassword(
    (await accounts.find(newPassword, '127.0.0.1'))!,
    { currentPassword: PASSWORD, newPassword: 'another one, and longer' },
    '192.0.2.1',
  );
  await saveText(database, 'as it became');
  const before = await readSite(database);
  await restoreInto(database, path, { replace: true, withAccounts: false });

  const { admin, api_token: tokens, site_text: texts, change_log: log } = await readSite(database);
  assert.deepEqual({ admin, tokens }, { admin: before['admin'], tokens: before['api_token'] });
  assert.equal(texts?.[0]?.['content'], 'as it was');
  assert.equal(log?.length, 4);
  await assert.rejects(apiTokens.find(revoked.token, '127.0.0.1'), { code: 'unknown-token' });
  assert.equal((await apiTokens.find(kept.token, '127.0.0.1')).name, 'Office');
  assert.equal((await apiTokens.find(later.token, '127.0.0.1')).name, 'New office');
  for (const token of [session, newPassword])
    assert.equal(await accounts.find(token, '127.0.0.1'), undefined);
  const from = { address: '192.0.2.2', formerToken: undefined };
  for (const username of ['Ada', 'Eve']) {
    await assert.rejects(accounts.signIn({ username, password: PASSWORD }, from), {
      code: 'invalid-credentials',
    });
  }
  await accounts.signIn({ username: 'Ada', password: 'another one, and longer' }, from);
});

onBothDatabases('keeps second factors of people who stay, and brings none back', async ({ database }) => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'site.backup');
  for (const username of ['Ada', 'Eve']) await addAdmin(database, username);
  const idOf = async (username: string) =>
    (await database.read((db) => createStores(db).admins.find(username)))?.id ?? '';
  const add = async (username: string, name: string) => {
    const row = { admin_id: await idOf(username), kind: 'passkey', name, created_at: '' } as const;
    await database.write((db) => createStores(db).factors.insert([{ ...row, id: name }]));
  };
  const names = async () =>
    (await database.read((db) => db.selectFrom('factor').select('name').orderBy('name').execute())).map(
      ({ name }) => name,
    );
  await add('Ada', 'removed since');
  await add('Eve', 'of someone removed since');
  await saveBackup(database, path, { replace: false, files });
  const [ada, eve] = [await idOf('Ada'), await idOf('Eve')];
  await database.write((db) => createStores(db).factors.remove(ada));
  await database.write((db) => createStores(db).admins.remove(eve));
  await add('Ada', 'new');
  await addAdmin(database, 'Grace');
  await add('Grace', 'of someone added since');
  await restoreInto(database, path, { replace: true, withAccounts: false });
  assert.deepEqual(await names(), ['new', 'of someone added since']);
  await restoreInto(database, path, { replace: true, withAccounts: true });
  assert.deepEqual(await names(), ['new']);
});

onBothDatabases(
  'restores people with their rights, and neither API tokens nor links',
  async ({ database }) => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'site.backup');
    const parts = { database, content: { write: database.write }, now: () => new Date() };
    const site = { name: 'Coop', publicAddress: 'https://coop.example', timeZone: 'UTC' };
    const apiTokens = createApiTokenService(parts);
    const people = createPeopleService({ ...parts, site: () => site });
    const ada = { origin: 'admin', name: 'Ada' } as const;
    for (const username of ['Ada', 'Lee']) await addAdmin(database, username);
    const idOf = async (name: string) =>
      (await people.list()).people.find(({ username }) => username === name)?.id ?? '';
    const limited = { role: 'prices', locations: ['@main'], lastDay: '2099-12-31' } as const;
    await people.change(ada, await idOf('Lee'), {
      ...limited,
      locations: ['@main'],
      email: 'lee@example.com',
    });
    const { token } = await apiTokens.create(ada, { name: 'Office' });
    const link = await people.invite(ada, { role: 'owner', locations: null, lastDay: null });
    await saveBackup(database, path, { replace: false, files });

    await people.change(ada, await idOf('Lee'), { isDisabled: true, email: 'new@example.com' });
    const rightsOf = async () => {
      const { role, locations, lastDay, isDisabled, email } = (await people.list()).people[1]!;
      return { role, locations, lastDay, isDisabled, email };
    };
    await restoreInto(database, path, { replace: true, withAccounts: false });
    assert.deepEqual(await rightsOf(), { ...limited, isDisabled: true, email: 'new@example.com' });
    assert.equal((await apiTokens.find(token, '192.0.2.1')).name, 'Office');
    await restoreInto(database, path, { replace: true, withAccounts: true });
    assert.deepEqual(await rightsOf(), { ...limited, isDisabled: false, email: 'lee@example.com' });
    await assert.rejects(apiTokens.find(token, '192.0.2.1'), { code: 'unknown-token' });
    await assert.rejects(people.findLink(link.token, '192.0.2.1'), { code: 'no-such-link' });
    assert.ok(!readFileSync(path).includes(createHash('sha256').update(link.token).digest('base64url')));
  },
);

test('rejects a truncated or modified file at any position', async () => {
  await using testDatabase = await freshTestDatabase('SQLite');
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'site.backup');
  const site = await testDatabase.open();
  await addAdmin(site, 'Ada');
  await saveBackup(site, path, { replace: false, files });
  const complete = readFileSync(path);
  const message =
    /(is damaged or incomplete\. Use another backup|isn't a Scalehouse backup\. Use another file)\.$/;
  const assertRejected = async (bytes: Buffer, what: string) => {
    writeFileSync(path, bytes);
    await assert.rejects(loadBackup(path), { name: 'BackupError', message }, what);
  };
  const step = Math.max(1, Math.floor(complete.length / EFFORT.mutations));
  for (let at = complete.length - 1; at >= 0; at -= step) {
    await assertRejected(complete.subarray(0, at), `${at} bytes of it`);
    const flipped = Buffer.from(complete);
    flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << (at % 8)), at);
    await assertRejected(flipped, `another bit in byte ${at}`);
  }
  await assertRejected(Buffer.concat([complete, Buffer.from('\n')]), 'extra bytes at the end');
  writeFileSync(path, complete);
  await using loaded = await loadBackup(path);
  assert.ok(loaded.made);
});

test('saves only what this version knows while the tables are of a newer one', async () => {
  await using origin = await freshTestDatabase('SQLite');
  await using target = await freshTestDatabase('SQLite');
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'site.backup');
  const [site, restored] = [await origin.open(), await target.open()];
  await fillSite(site);
  const { employee, site_text: texts, price_row: rows, admin } = await readSite(site);
  await addNewerTables(site);
  await saveBackup(site, path, { replace: false, files });
  await restoreInto(restored, path);
  const { employee: e, site_text: t, price_row: r, admin: a } = await readSite(restored);
  assert.deepEqual([e, t, r, a], [employee, texts, rows, admin]);
});

test('rejects a backup of a newer version, and an inconsistent one', async () => {
  await using testDatabase = await freshTestDatabase('SQLite');
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'site.backup');
  const site = await testDatabase.open();
  await fillSite(site);
  const cases: [RegExp, Parameters<typeof forge>[1]][] = [
    [
      /made by a newer version of Scalehouse\. Restore it with that version/,
      (header) => (header['version'] = 3),
    ],
    [
      /made by a newer version of Scalehouse \(9999-later\)\. Restore it with that version/,
      (header) => (header['migrations'] as string[]).push('9999-later'),
    ],
    [/is damaged or incomplete/, (header) => (header['migrations'] = [])],
    [/unknown tables/, (header) => (header['rows'] = { kysely_migration: 1 })],
    [/rows for an unlisted table/, (_, lines) => lines.unshift('{"table":"session","row":{}}')],
    [/some rows are missing/, (_, lines) => lines.shift()],
    [/some files are missing/, (_, lines) => lines.splice(-2)],
    [/is damaged or incomplete/, (_, lines) => lines.unshift('{"file":"picture.webp"}')],
    [
      /is damaged or incomplete/,
      (_, lines) => lines.unshift(`{"copy":"../outside","size":1,"sha256":"${'0'.repeat(64)}"}`),
    ],
  ];
  for (const [message, change] of cases) {
    await saveBackup(site, path, { replace: true, files });
    forge(path, change);
    await assert.rejects(loadBackup(path), { name: 'BackupError', message });
  }
});

/** Turns a line into the format without futures prices and without hashes. */
function toOldRow(line: string): string {
  const { table, row } = JSON.parse(line) as { table: string; row: Record<string, string | number | null> };
  if (table === 'change_log') {
    const { item: _item, hash: _hash, ...entry } = row;
    return JSON.stringify({ table, row: entry });
  }
  if (table !== 'cash_bid') return line;
  const { id, position, location, commodity, delivery, futures_month, change_eighths, as_of } = row;
  const unchanged = { id, position, location, commodity, delivery, futures_month, change_eighths, as_of };
  return JSON.stringify({ table, row: { ...unchanged, basis_cents: -32, cash_price: 40_100 } });
}

onBothDatabases('migrates a backup of an older version', async ({ database }) => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'site.backup');
  await fillSite(database);
  await saveBackup(database, path, { replace: false, files });
  const before = await readSite(database);
  // As written by the version before administrators existed.
  forge(path, (header, lines) => {
    header['version'] = 1;
    header['migrations'] = ['0001-content-and-change-log'];
    const tables = ['setting', 'site_text', 'cash_bid', 'change_log'];
    const rows = Object.entries(header['rows'] as object);
    header['rows'] = Object.fromEntries(rows.filter(([table]) => tables.includes(table)));
    const isStale = (line: string) => tables.some((table) => line.startsWith(`{"table":"${table}"`));
    lines.splice(0, lines.length, ...lines.filter(isStale).map(toOldRow));
  });
  await restoreInto(database, path, { replace: true });
  const after = await readSite(database);
  assert.deepEqual(after['admin'], []);
  assert.deepEqual(after['site_text'], before['site_text']);
  const logOf = ({ change_log: log = [] }: typeof before) =>
    log.map(({ item: _item, hash: _hash, ...row }) => row);
  assert.deepEqual(logOf(after).slice(0, -1), logOf(before));
});
