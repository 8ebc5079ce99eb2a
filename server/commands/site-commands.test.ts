import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Site } from '#contract/site.ts';
import { ownPageStores } from '#server/domains/own-pages/own-page-store.ts';
import { addOwnPage } from '#server/domains/own-pages/own-pages.ts';
import { readSiteFile } from '#server/platform/settings/site-file.ts';
import { runCommand } from '#tests/support/admin-command.ts';
import { readChangeLog } from '#tests/support/change-log.ts';
import { differencesFromLog } from '#tests/support/logged-content.ts';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';

const CAREERS = {
  id: 'careers',
  address: 'careers',
  title: 'Careers',
  description: '',
  inMenu: false,
  hidden: true,
  blocks: [],
};

const ACME = {
  address: 'acme',
  name: 'Acme',
  heading: 'Seed',
  programs: [],
  categories: [],
  services: [],
};

onBothDatabases('exports a site file, and imports it again', async ({ database, environment }) => {
  const folder = environment.DATA_DIR;
  const path = join(folder, 'exported.json');
  const run = (...words: string[]) => runCommand(environment, words);

  assert.deepEqual(await run('export-site', path), {
    code: 0,
    output: `Saved ${path}.\n`,
    errorOutput: '',
  });
  assert.deepEqual(readSiteFile(path).issues, []);
  const site = JSON.parse(await readFile(path, 'utf8')) as Site;
  assert.equal(site.formatVersion, 1);
  assert.equal(site.name, 'Hickory Bend Farmers Cooperative');
  assert.equal(site.offers.length, 2, 'Defaults are included.');
  const again = await run('export-site', path);
  assert.deepEqual(
    [again.code, /already exists\. To replace it, add --force/.test(again.errorOutput)],
    [1, true],
  );

  const unchanged = await run('import-site', path);
  assert.deepEqual([unchanged.code, unchanged.output], [0, 'Nothing to change.\n'], unchanged.errorOutput);
  assert.deepEqual(await readChangeLog(database), []);

  await writeFile(
    path,
    JSON.stringify({
      ...site,
      name: 'Prairie View',
      copyrightYear: 2026,
      embeds: { ...site.embeds, video: '/media/other.mp4' },
    }),
  );
  const imported = await run('import-site', path);
  assert.equal(imported.code, 0, imported.errorOutput);
  assert.equal(
    imported.output,
    [
      '  Name of the cooperative: "Hickory Bend Farmers Cooperative" becomes "Prairie View"',
      '  Copyright year: 2025 becomes 2026',
      'Changed 2 settings.',
      'Only the site file sets these, so they stay as they are: embeds.',
      '',
    ].join('\n'),
  );
  const changes = await readChangeLog(database);
  const found = changes.map(({ subject, author }) => [subject, author]);
  assert.deepEqual(found, [
    ['setting:name', 'the command import-site'],
    ['setting:copyrightYear', 'the command import-site'],
  ]);
  assert.deepEqual(await database.read(differencesFromLog), []);
  await database.write((db) =>
    addOwnPage(ownPageStores(db), { origin: 'demo' }, { page: CAREERS, frameOrigins: [] }),
  );
  await writeFile(path, JSON.stringify({ ...site, navigation: [{ label: 'Jobs', to: '/careers' }] }));
  const linked = await run('import-site', path);
  assert.deepEqual([linked.code, linked.errorOutput], [0, '']);
  const seed = { seedBrands: [ACME], pioneer: { ...site.pioneer, shown: false, services: [] } };
  const navigation = [{ label: 'Seed', to: '/seed/acme' }];
  await writeFile(path, JSON.stringify({ ...site, ...seed, navigation, name: 'Prairie View' }));
  const withSeed = await run('import-site', path);
  assert.deepEqual([withSeed.code, withSeed.errorOutput], [0, '']);
  await run('export-site', path, '--force');
  const exported = JSON.parse(await readFile(path, 'utf8')) as Site;
  assert.equal(exported.name, 'Prairie View');
  assert.deepEqual({ seedBrands: exported.seedBrands, pioneer: exported.pioneer }, seed);
  assert.deepEqual(readSiteFile(path).issues, []);
});

onBothDatabases('imports nothing from an invalid file', async ({ database, environment }) => {
  const folder = environment.DATA_DIR;
  const path = join(folder, 'site.json');
  await runCommand(environment, ['export-site', path]);
  const site = JSON.parse(await readFile(path, 'utf8')) as Site;
  const WRONG: readonly [text: string, message: RegExp][] = [
    [
      JSON.stringify({ ...site, formatVersion: 2, name: 'X', newKey: {} }),
      /^site\.json has format 2, and this version of Scalehouse reads up to format 1\. Update Scalehouse first\.\nNothing was changed\.\n$/,
    ],
    ['{', /^site\.json isn't valid JSON: .*\nNothing was changed\.\n$/],
    [
      JSON.stringify({ ...site, name: 'X', navigation: [{ label: 'Jobs', to: '/careers' }] }),
      /^Menu, entry 1, address is "\/careers", which isn't a page.*\nNothing was changed\.\n$/,
    ],
    [
      JSON.stringify({ ...site, name: 'X', seedBrands: [ACME, ACME] }),
      /^Another brand already has the address \/seed\/acme\. .*\nNothing was changed\.\n$/,
    ],
    [JSON.stringify({ ...site, name: '' }), /^site\.json \/name is ""\. .*\nNothing was changed\.\n$/],
    [
      JSON.stringify({ ...site, name: 'X', logo: '/no.svg', colors: { light: { plate: '#ffff00' } } }),
      /^Colors, light, header is #ffff00.*\n(?:Colors.*\n)*Logo is "\/no\.svg".*\nNothing was changed\.\n$/,
    ],
  ];
  for (const [text, message] of WRONG) {
    await writeFile(path, text);
    const { code, errorOutput } = await runCommand(environment, ['import-site', path]);
    assert.equal(code, 1);
    assert.match(errorOutput, message);
  }
  assert.deepEqual(await readChangeLog(database), []);
});
