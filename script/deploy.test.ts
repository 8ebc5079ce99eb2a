import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import packageFile from '#package' with { type: 'json' };
import { createMetrics } from '#server/delivery/metrics.ts';
import { readConfig } from '#server/platform/settings/config.ts';

/** Longest time in which a server closes after its drain. */
const END_MS = 10_000;

const ROOT = join(import.meta.dirname, '..');
const INSTALLED = '/opt/scalehouse/';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const files = readdirSync(join(ROOT, 'deploy'), { withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ name }) => ({ name, text: read(join('deploy', name)) }));
const textOf = (name: string) => files.find((file) => file.name === name)?.text ?? '';
const matches = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map(([, found = '']) => found);

test('the files in deploy/ name only settings that exist', () => {
  const settings = matches(/'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)'/g, read('server/platform/settings/config.ts'));
  const used = files.flatMap(({ text }) => matches(/\b([A-Z][A-Z0-9_]{3,})[=:]/g, text));
  assert.ok(used.includes('DATA_DIR') && used.includes('METRICS_PORT'));
  // Settings of PostgreSQL's image, of Docker's health check, of Node, and of the C library.
  const others = ['POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD', 'PATH', 'NAME', 'NODE_COMPILE_CACHE'];
  assert.deepEqual(
    used.filter((name) => !settings.includes(name) && !others.includes(name)),
    [],
  );
});

test('the files in deploy/ name only paths that exist', () => {
  const copied = matches(/^COPY --from=build (.+) \S+$/gm, textOf('Containerfile')).flatMap((line) =>
    line.split(' '),
  );
  assert.ok(copied.length >= 8);
  const used = files.flatMap(({ text }) => [
    ...matches(/(?<![\w.])((?:server|script|deploy|docs)\/[\w./-]*\w)/g, text),
    ...matches(/\/opt\/scalehouse\/((?!node_modules)[\w./-]*\w)/g, text),
  ]);
  assert.deepEqual(
    [...copied.map((path) => path.replace(INSTALLED, '')), ...used].filter(
      (path) => !existsSync(join(ROOT, path)),
    ),
    [],
  );
});

test('the settings, ports, and folders in compose.yaml are those of the site and its image', () => {
  const image = textOf('Containerfile');
  const [site = '', database = ''] = textOf('compose.yaml')
    .replaceAll(/\$\{POSTGRES_PASSWORD:[^}]+\}/g, 'a1b2c3')
    .split(/^ {2}database:$/m);
  const listed = (text: string) => {
    const [block = ''] = matches(/^ {4}environment:\n((?: {6}.+\n)+)/gm, text);
    return Object.fromEntries(
      Array.from(block.matchAll(/^ {6}([A-Z_]+): '?(.+?)'?$/gm), ([, name = '', value]) => [name, value]),
    );
  };
  const { value, issues } = readConfig(listed(site));
  assert.deepEqual(issues, []);
  const config = value!;

  const { username, password, hostname, pathname } = new URL(config.databaseUrl!);
  assert.equal(hostname, 'database');
  assert.deepEqual(listed(database), {
    POSTGRES_USER: username,
    POSTGRES_PASSWORD: password,
    POSTGRES_DB: pathname.slice(1),
  });
  assert.deepEqual(config.trustProxy, matches(/gateway: (\S+)$/gm, database));
  assert.deepEqual(matches(/^ {6}- 127\.0\.0\.1:[\d-]+:(\d+)$/gm, site).map(Number), [
    ...matches(/^EXPOSE (\d+)$/gm, image).map(Number),
    config.metrics?.port,
  ]);
  assert.deepEqual(matches(/^ {6}- data:(\S+)$/gm, site), matches(/^ENV .*DATA_DIR=(\S+)/gm, image));
  assert.deepEqual(matches(/^VOLUME (\S+)$/gm, image), matches(/^ENV .*DATA_DIR=(\S+)/gm, image));
  assert.deepEqual(matches(/^ {6}dockerfile: (\S+)$/gm, site), ['deploy/Containerfile']);
});

test('backups of the container go to a mounted folder that its user can write', () => {
  const guide = read('docs/operating.md');
  assert.deepEqual(matches(/^ {6}- \.\/(\S+)$/gm, textOf('compose.yaml')), ['backups:/backups']);
  assert.deepEqual(
    matches(/--owner=(\d+) --mode=0700 deploy\/backups$/gm, guide),
    matches(/^USER (\d+)$/gm, textOf('Containerfile')),
  );
  const commands = matches(/^\$ docker compose .+cli\.ts (.+ \/backups\/.+)$/gm, guide);
  assert.deepEqual(
    commands.map((command) => command.replace(/\S*\/backups\/[^.]+\.backup/, 'FILE').replaceAll(/["']/g, '')),
    ['backup', 'restore'].map((name) => `${name} FILE --files /backups/images --force`),
  );
  assert.match(read('.dockerignore'), /^deploy\/backups$/m);
});

test('docs/operating.md names every file in deploy/', () => {
  const named = new Set(matches(/deploy\/(\w[\w.@-]*\w)/g, read('docs/operating.md')));
  named.delete('backups');
  assert.deepEqual([...named].sort(), files.map(({ name }) => name).sort());
});

test('the image contains everything that the server imports', () => {
  const copied = matches(/^COPY --from=build .*\/(\w+) \.\/\w+$/gm, textOf('Containerfile'));
  const folders = Object.entries(packageFile.imports).filter(([, path]) => path.endsWith('/*'));
  const names = folders.map(([, path]) => path.split('/')[1] ?? '');
  const imported = names.filter((name) =>
    readdirSync(join(ROOT, 'server'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:ts|mjs)$/.test(file) && !file.includes('.test.') && !isForTests(file))
      .some((file) =>
        new RegExp(`^(?!import type)(?:import|\\} from|export).*'#${name}/`, 'm').test(
          read(join('server', file)),
        ),
      ),
  );
  assert.ok(imported.includes('contract'));
  assert.deepEqual(
    imported.filter((name) => !copied.includes(name)),
    [],
  );
});

/** Modules beside the code that only tests import. */
const isForTests = (file: string) => /hostile|differential/.test(file);

test('the commands in deploy/ are those of package.json', () => {
  const start = packageFile.scripts.start.replace('exec node ', '');
  const command = matches(/^CMD (\[.+\])$/gm, textOf('Containerfile'))[0] ?? '[]';
  assert.deepEqual((JSON.parse(command) as string[]).join(' '), `node ${start}`);
  const admin = packageFile.scripts.admin.replace('exec node ', '');
  for (const [instance, folder] of [
    ['', ''],
    ['@', '/%i'],
  ] as const) {
    const [service] = matches(/^ExecStart=\S+\/node (.+)$/gm, textOf(`scalehouse${instance}.service`));
    assert.equal(service, start);
    const [backup] = matches(
      /exec \S+\/node (.+) --force'$/gm,
      textOf(`scalehouse-backup${instance}.service`),
    );
    const backups = `/var/backups/scalehouse${folder}`;
    assert.equal(backup, `${admin} backup "${backups}/$(date +%%F).backup" --files ${backups}/images`);
  }
});

test('the nightly backup deletes only old backups, and nothing in folders', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-'));
  mkdirSync(join(folder.path, 'images'));
  const old = new Date(Date.now() - 32 * 24 * 60 * 60 * 1000);
  for (const name of ['old.backup', 'site.json', 'images/a.webp', 'images/b.backup', 'new.backup']) {
    writeFileSync(join(folder.path, name), '');
    if (name !== 'new.backup') utimesSync(join(folder.path, name), old, old);
  }
  const [program = '', ...words] =
    matches(/^ExecStartPost=(.+)$/gm, textOf('scalehouse-backup.service'))[0]?.split(' ') ?? [];
  execFileSync(
    program,
    words.map((word) => (word === '/var/backups/scalehouse' ? folder.path : word)),
  );
  assert.deepEqual(readdirSync(folder.path, { recursive: true, encoding: 'utf8' }).sort(), [
    'images',
    'images/a.webp',
    'images/b.backup',
    'new.backup',
    'site.json',
  ]);
});

test('the longest drain and the requests after it end before the server is killed', () => {
  const longestDrain = Array.from({ length: 1000 }, (_, seconds) => seconds).findLast(
    (seconds) => readConfig({ DRAIN_SECONDS: String(seconds) }).issues.length === 0,
  );
  const timeouts = [
    ...matches(/^TimeoutStopSec=(\d+)$/gm, textOf('scalehouse.service')),
    ...matches(/^TimeoutStopSec=(\d+)$/gm, textOf('scalehouse@.service')),
    ...matches(/^ {4}stop_grace_period: (\d+)s$/gm, textOf('compose.yaml')),
  ].map(Number);
  assert.equal(timeouts.length, 3);
  assert.ok(Math.min(...timeouts) > longestDrain! + END_MS / 1000);
});

/** Lists the settings of a systemd file without the name of its site. */
const withoutNames = (name: string) =>
  textOf(name)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) =>
      line
        .replaceAll(/[@/ -]?%i/g, '')
        .replace('=-/', '=/')
        .replace(/^(Randomized\w+)=.*/, '$1'),
    )
    .filter((line) => !line.startsWith('Environment=SITE_FILE='));

test('the files for several sites differ from those for one only in names', () => {
  for (const name of ['scalehouse.service', 'scalehouse-backup.service', 'scalehouse-backup.timer']) {
    assert.deepEqual(withoutNames(name.replace('.', '@.')), withoutNames(name));
  }
});

/** Returns the queries of the dashboard, or the alert rules as one text. */
const expressionsOf = (name: string) =>
  name.endsWith('.json') ? matches(/"expr": "(.*)",?$/gm, textOf(name)) : [textOf(name)];

for (const name of ['prometheus-alerts.yml', 'grafana-dashboard.json']) {
  test(`${name} combines only servers of the same site`, () => {
    const aggregations = expressionsOf(name).flatMap((each) =>
      matches(/\b(?:sum|min|max|avg|count|group)((?: by \([^)]*\))? ?\()/g, each),
    );
    assert.ok(aggregations.length > 8);
    assert.deepEqual(
      aggregations.filter((each) => !/ by \(site\b/.test(each)),
      [],
    );
  });

  test(`${name} uses only metrics and labels that exist`, async () => {
    const metrics = createMetrics({
      content: { snapshot: () => ({ version: 1 }), isAvailable: () => true },
      queuedImages: () => 0,
      documentBytes: () => 0,
      lastBackupAt: async () => new Date().toISOString(),
    });
    const text = await metrics.read();
    const families = matches(/^# TYPE (\S+)/gm, text);
    const expressions = expressionsOf(name);
    const used = expressions.flatMap((each) => matches(/\b((?:scalehouse|nodejs|process)_\w+)/g, each));
    assert.ok(used.length > 8);
    assert.deepEqual(
      used.filter((each) => !families.includes(each.replace(/_bucket$/, ''))),
      [],
    );
    const labels = expressions.flatMap((each) =>
      matches(/[{,]\s*(\w+)(?:=~|!=|=)/g, each.replaceAll('\\"', '"')),
    );
    const known = ['route', 'status', 'cached', 'event', 'version', 'job', 'severity'];
    assert.deepEqual(
      labels.filter((label) => !known.includes(label)),
      [],
    );
  });
}

test('every series of the dashboard shows its site', () => {
  const legends = matches(/"legendFormat": "(.*)",?$/gm, textOf('grafana-dashboard.json'));
  assert.ok(legends.length > 8);
  assert.deepEqual(
    legends.filter((legend) => !legend.startsWith('{{site}}')),
    [],
  );
  const targets = matches(/^ +labels: \{ (\w+): /gm, read('docs/operating.md'));
  assert.deepEqual([...new Set(targets)], ['site']);
});

test('an alert notices a site that has never had a backup', () => {
  assert.match(
    textOf('prometheus-alerts.yml'),
    /scalehouse_build_info.+\n +unless .+scalehouse_last_backup_timestamp_seconds/,
  );
});
