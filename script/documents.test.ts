import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { API } from '#contract/paths.ts';
import { Titles } from '#contract/site-pages.ts';

const ROOT = join(import.meta.dirname, '..');
/** Text in backticks that is a path from the root: `app/ui/`, `.oxlintrc.json`, but not `/about-us` or `./data`. */
const PATH = /^\.?\w[\w.-]*(?:(?:\/[\w.-]+)+\/?|\/|\.(?:css|json|md|mjs|tsx?))$/;

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8').replaceAll(/^```.*?^```$/gms, '');
const codeIn = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
const linksIn = (text: string) =>
  [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);

for (const file of [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/architecture.md',
  'docs/design.md',
  'docs/security.md',
]) {
  test(`${file} names only files and folders that exist`, () => {
    const text = read(file);
    const paths = codeIn(text).filter((code) => PATH.test(code));
    const links = linksIn(text).map((link) => join(dirname(file), link));
    assert.ok(paths.length + links.length > 0);
    assert.deepEqual(
      [...paths, ...links].filter((path) => !existsSync(join(ROOT, path))),
      [],
    );
  });
}

test('docs/architecture.md lists every page and endpoint', () => {
  const urls = codeIn(read('docs/architecture.md')).map((code) => code.replace(/\/:\w+$/, ''));
  assert.deepEqual(
    [...Object.keys(Titles.properties), ...Object.values(API)].filter((url) => !urls.includes(url)),
    [],
  );
});

test('docs/security.md names the proof of each item, once, or says that there is none', () => {
  const rows = [...read('docs/security.md').matchAll(/^\| (\d+\.\d+\.\d+) .*\| (.+?) +\|$/gm)];
  const items = rows.map(([, item]) => item);
  assert.ok(rows.length > 150);
  assert.equal(new Set(items).size, rows.length);
  assert.deepEqual(
    rows.filter(([, , proof = '']) => !/^(`[^`]+`|\[.+\]\(.+\)|This page|Not met|No test)$/.test(proof)),
    [],
  );
});
