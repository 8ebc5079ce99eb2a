import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { API, CONTENT_VERSION_HEADER } from '#contract/paths.ts';
import { createAdmin } from '#server/domains/accounts/manage-admins.ts';
import { runCommand } from '#tests/support/admin-command.ts';
import { PASSWORD, signIn, type AdminClient } from '#tests/support/http-client.ts';
import { eventually } from '#tests/support/eventually.ts';
import { DATABASE_KINDS, freshTestDatabase } from '#tests/support/on-both-databases.ts';
import { openTestSite } from '#tests/support/test-site.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const isSignedIn = async (editor: AdminClient) => (await editor.get(API.verify)).statusCode === 200;

for (const kind of DATABASE_KINDS) {
  test(`backs up and restores a running site, which then shows the restored content (${kind})`, async () => {
    await using testDatabase = await freshTestDatabase(kind);
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'site.backup');
    const made = await runCommand(testDatabase.environment, ['create-admin', 'Dana'], PASSWORD);
    assert.equal(made.code, 0, made.errorOutput);
    await using site = await openTestSite({ seedContent: 'none', environment: testDatabase.environment });

    const requestHome = async () => {
      const { headers, body } = await site.app.inject('/');
      return { version: Number(headers[CONTENT_VERSION_HEADER]), etag: headers['etag'], body };
    };

    await site.change({ texts: { WelcomeMessage: 'Welcome as it was' } });
    assert.match((await requestHome()).body, /Welcome as it was/);
    const saved = await runCommand(testDatabase.environment, ['backup', file]);
    assert.equal(saved.code, 0, saved.errorOutput);
    assert.match(saved.output, /^Saved \S+site\.backup: 1 text, 0 images, 2 changes, 1 administrator\.\n$/);

    await site.change({ texts: { WelcomeMessage: 'Welcome as it became' } });
    const before = await requestHome();
    assert.match(before.body, /Welcome as it became/);
    const editor = await signIn(site);
    assert.ok(await isSignedIn(editor));

    const rejected = await runCommand(testDatabase.environment, ['restore', file]);
    assert.equal(rejected.code, 1);
    assert.equal(rejected.errorOutput, 'This database already has a site. To replace it, add --force.\n');
    assert.ok(await isSignedIn(editor));

    const restored = await runCommand(testDatabase.environment, ['restore', file, '--force']);
    assert.equal(restored.code, 0, restored.errorOutput);
    assert.match(
      restored.output,
      /^Restored the backup from \S+ \S+ UTC\. Everyone has been signed out\.\n$/,
    );
    await eventually(async () => assert.match((await requestHome()).body, /Welcome as it was/));
    const after = await requestHome();
    assert.ok(after.version > before.version);
    assert.notEqual(after.etag, before.etag);
    assert.equal(await isSignedIn(editor), false);
    assert.ok(await isSignedIn(await signIn(site)));

    // A log that cannot be written, as on a full or read-only disk, is not a failure of the restore.
    const { dataDir } = testDatabase.options;
    rmSync(join(dataDir, 'commands.log'));
    mkdirSync(join(dataDir, 'commands.log'));
    const [replaced = ''] = readdirSync(dataDir).filter((name) => name.startsWith('replaced-'));
    const undone = await runCommand(testDatabase.environment, [
      'restore',
      join(dataDir, replaced),
      '--force',
      '--discard',
    ]);
    assert.equal(undone.code, 0);
    assert.equal(undone.errorOutput, "Can't write to commands.log in DATA_DIR (EISDIR).\n");
    await eventually(async () => assert.match((await requestHome()).body, /Welcome as it became/));
    assert.equal(readdirSync(dataDir).filter((name) => name.startsWith('replaced-')).length, 1);
  });

  test(`restores the administrators of a backup where there are none, or if it is asked to (${kind})`, async () => {
    await using origin = await freshTestDatabase('SQLite');
    await using target = await freshTestDatabase(kind);
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'site.backup');
    await createAdmin(await origin.open(), { username: 'Dana', password: PASSWORD });
    await runCommand(origin.environment, ['backup', file]);
    const first = await runCommand(target.environment, ['restore', file]);
    assert.match(first.output, /Administrators, their rights, and their passwords are as they were then\./);
    await createAdmin(await target.open(), { username: 'Lee', password: PASSWORD });
    const list = async () =>
      (await runCommand(target.environment, ['list-admins'])).output.match(/^(Dana|Lee) /gm);
    const without = await runCommand(target.environment, ['restore', file, '--force']);
    assert.doesNotMatch(without.output, /Administrators/);
    assert.deepEqual(await list(), ['Dana ', 'Lee ']);
    const restored = await runCommand(target.environment, ['restore', file, '--force', '--with-accounts']);
    assert.deepEqual([first.code, without.code, restored.code], [0, 0, 0], restored.errorOutput);
    assert.deepEqual(await list(), ['Dana ']);
  });

  test(`reports an unusable backup file in one line, and creates no database (${kind})`, async () => {
    await using testDatabase = await freshTestDatabase(kind);
    await using other = await freshTestDatabase('SQLite');
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'site.backup');
    await createAdmin(await other.open(), { username: 'Ada', password: PASSWORD });
    await runCommand(other.environment, ['backup', file]);
    truncateSync(file, statSync(file).size - 1);
    for (const [path, errorOutput] of [
      [file, `${file} is damaged or incomplete. Use another backup.\n`],
      [
        join(folder.path, 'nothing'),
        `Can't read ${join(folder.path, 'nothing')} (ENOENT). Check the path and the file's permissions.\n`,
      ],
      [folder.path, `Can't read ${folder.path} (EISDIR). Check the path and the file's permissions.\n`],
      [import.meta.filename, `${import.meta.filename} isn't a Scalehouse backup. Use another file.\n`],
    ] as const) {
      assert.deepEqual(await runCommand(testDatabase.environment, ['restore', path, '--force']), {
        code: 1,
        output: '',
        errorOutput,
      });
    }
    assert.deepEqual(readdirSync(testDatabase.options.dataDir), []);
    const { errorOutput } = await runCommand(testDatabase.environment, ['list-admins']);
    assert.match(errorOutput, /doesn't contain a site yet/);
  });

  test(`rejects a database of an older version instead of migrating it (${kind})`, async () => {
    await using testDatabase = await freshTestDatabase(kind);
    const database = await testDatabase.open();
    await database.write((db) =>
      db
        .deleteFrom('kysely_migration' as 'setting')
        .where('name', '>', '0002')
        .execute(),
    );
    for (const words of [
      ['list-admins'],
      ['backup', join(testDatabase.options.dataDir, 'file')],
      ['create-admin', 'Ada'],
    ]) {
      const { code, errorOutput } = await runCommand(testDatabase.environment, words, PASSWORD);
      assert.equal(code, 1);
      assert.match(errorOutput, /^This database is from an older version of Scalehouse\. Start the site/);
    }
  });
}
