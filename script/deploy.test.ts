import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import packageFile from '#package' with { type: 'json' };
import { responseHeaders } from '#server/http/headers.ts';
import { createMetrics } from '#server/process/metrics.ts';
import { readConfig } from '#server/platform/settings/config.ts';

import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '..');

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const files = readdirSync(join(ROOT, 'deploy'), { withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ name }) => ({ name, text: read(join('deploy', name)) }));
const textOf = (name: string) => files.find((file) => file.name === name)?.text ?? '';
const matches = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map(([, found = '']) => found);

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

test('the image contains everything that the server imports', () => {
  const copied = matches(/^COPY --from=build .*\/(\w+) \.\/\w+$/gm, textOf('Containerfile'));
  const folders = Object.entries(packageFile.imports).filter(([, path]) => path.endsWith('/*'));
  const names = folders.map(([, path]) => path.split('/')[1] ?? '');
  const imported = names.filter((name) =>
    readdirSync(join(ROOT, 'server'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:ts|mjs)$/.test(file) && !file.includes('.test.'))
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

test('the nightly backup deletes only old backups, once there is one of today', async () => {
  await using folder = await temporaryFolder();
  mkdirSync(join(folder.path, 'images'));
  const old = new Date(Date.now() - 32 * 24 * 60 * 60 * 1000);
  const names = ['images/a.webp', 'images/b.backup', 'old.backup', 'site.json'];
  for (const name of names) {
    writeFileSync(join(folder.path, name), '');
    utimesSync(join(folder.path, name), old, old);
  }
  // systemd runs this also after a backup that has failed.
  const [script = ''] = matches(/^ExecStopPost=\/bin\/sh -c '(.+)'$/gm, textOf('scalehouse-backup.service'));
  const inFolder = script.replaceAll('%%', '%').replaceAll('/var/backups/scalehouse', folder.path);
  const runAndList = () => {
    execFileSync('/bin/sh', ['-c', inFolder]);
    return readdirSync(folder.path, { recursive: true, encoding: 'utf8' }).sort();
  };
  assert.deepEqual(runAndList(), ['images', ...names]);
  const today = `${execFileSync('date', ['+%F'], { encoding: 'utf8' }).trim()}.backup`;
  writeFileSync(join(folder.path, today), '');
  assert.deepEqual(runAndList(), [today, 'images', ...names.filter((name) => name !== 'old.backup')]);
});

test('nginx keeps only images that everyone may see', () => {
  const [images = ''] = matches(/^ {2}location \/images\/ \{\n([^}]+)/gm, textOf('nginx.conf'));
  const [variable] = matches(/^ +proxy_no_cache (\S+);$/gm, images);
  const [map = ''] = matches(/^map \$upstream_http_cache_control (\$\w+ \{[^}]+)/gm, textOf('nginx.conf'));
  const [kept = '?'] = matches(/^ +~(\w+) 0;$/gm, map);
  assert.equal(map, `${variable} {\n  default 1;\n  ~${kept} 0;\n`);
  const isKept = (cache: Parameters<typeof responseHeaders>[0]['cache']) =>
    String(responseHeaders({ cache })['cache-control']).includes(kept);
  assert.deepEqual((['forever', 'revalidated', 'admin', 'privately', 'never'] as const).filter(isKept), [
    'forever',
  ]);
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
