import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const APP = join(import.meta.dirname, '..');
const IMPORT = /^import (\w+) from '(?:#app\/|(?=\.))(.+\.module\.css)';$/gm;

/** Lists the classes of a CSS module, without those of other documents that it marks as global. */
function classesIn(path: string): Set<string> {
  const css = readFileSync(path, 'utf8')
    .replaceAll(/\/\*.*?\*\/|:global\([^)]*\)|url\([^)]*\)/gs, '')
    // Keep selectors: declarations contain numbers such as .5rem.
    .replaceAll(/[^{};]*;|[^{};]*(?=\})/g, '');
  return new Set(Array.from(css.matchAll(/\.([a-z_][\w-]*)/gi), ([, name = '']) => name));
}

/** Lists the classes that a source uses, by CSS module, and the modules of which it computes names. */
function usesIn(source: string): { path: string; names: string[]; isComputed: boolean }[] {
  const text = readFileSync(source, 'utf8');
  const code = text.replaceAll(/^.* from '.*$/gm, '');
  return Array.from(text.matchAll(IMPORT), ([, variable = '', path = '']) => ({
    path: join(path.startsWith('.') ? dirname(source) : APP, path),
    names: Array.from(code.matchAll(new RegExp(`\\b${variable}\\.(\\w+)`, 'g')), ([, name = '']) => name),
    isComputed: code.includes(`${variable}[`),
  }));
}

const sources = globSync('**/*.{ts,tsx}', { cwd: APP }).map((file) => join(APP, file));
const uses = sources.flatMap((source) => usesIn(source).map((use) => ({ source, ...use })));

test('components use only classes that their CSS modules have', () => {
  const unknown = uses.flatMap(({ source, path, names }) =>
    names.filter((name) => !classesIn(path).has(name)).map((name) => `${source}: ${name}`),
  );
  assert.ok(uses.length > 100);
  assert.deepEqual(unknown, []);
});
