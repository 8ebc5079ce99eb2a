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

for (const file of ['README.md', 'CONTRIBUTING.md', 'docs/architecture.md']) {
  test(`${file} names only files and folders that exist`, () => {
    const text = read(file);
    const paths = codeIn(text).filter((code) => PATH.test(code));
    const links = linksIn(text).map((link) => join(dirname(file), link));
    assert.ok(paths.length > 0);
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
