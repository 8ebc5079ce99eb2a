import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCommand } from '#tests/support/admin-command.ts';
import { freshPostgresUrl, NO_POSTGRES } from '#tests/support/databases.ts';
import { readOperatingGuide } from '#tests/support/documented-commands.ts';
import { freshTestDatabase } from '#tests/support/on-both-databases.ts';
import { importPagesCommand } from '#tools/import-pages/import-pages-command.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

// The same lines run in a shell, through npm, in tests/long/documented-commands.test.ts.
const LINE = /^(?:([A-Z_]+)=(\S+) )?npm run (?:--silent )?(?:admin -- |(?=import-pages))([a-z-]+.*)$/;
const BACKUPS = '/var/backups/scalehouse';

const [start, ...lines] = readOperatingGuide().lines;

const IMPORT = new Map([['import-pages', importPagesCommand]]);

const readWords = (text: string) =>
  [...text.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);

test('contains an example of every command', async () => {
  const { code, output } = await runCommand({}, []);
  assert.equal(code, 0);
  const commands = [...output.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name = '']) => name);
  assert.ok(commands.length > 5);
  const shown = lines.flatMap((line) => / admin -- ([a-z-]+)/.exec(line)?.[1] ?? []);
  assert.deepEqual(new Set(shown), new Set(commands));
});

test('runs every command of the operating guide in its order', { skip: NO_POSTGRES }, async () => {
  await using testDatabase = await freshTestDatabase('SQLite');
  await using postgres = await freshPostgresUrl();
  await using backups = await temporaryFolder();
  assert.equal(start, 'npm start');
  await testDatabase.open();
  for (const line of lines) {
    const [match, name, value, text = ''] = LINE.exec(line) ?? [];
    assert.ok(match, line);
    const { code, errorOutput } = await runCommand(
      {
        ...testDatabase.environment,
        ...(name && { [name]: name === 'DATABASE_URL' ? postgres.url : value }),
      },
      readWords(text.replace('import-pages --', 'import-pages').replaceAll(BACKUPS, backups.path)),
      'seed, feed and weed\n',
      text.startsWith('import-pages') ? IMPORT : undefined,
    );
    assert.equal(code, 0, `${line}\n${errorOutput}`);
  }
});
