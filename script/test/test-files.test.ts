import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listTestFiles, repeatingFiles } from './test-files.ts';

test('assigns each test file of the project to exactly one kind', () => {
  const { node, browser, long } = listTestFiles();
  assert.ok(node.includes('script/test/test-files.test.ts'));
  assert.ok(node.includes('tests/http/pages.test.ts'));
  assert.ok(browser.includes('tests/e2e/home.test.ts'));
  assert.ok(long.includes('tests/long/server-kills.test.ts'));
  const all = [...node, ...browser, ...long];
  assert.equal(new Set(all).size, all.length);
  // Lighthouse has a separate folder of packages, some with tests.
  assert.deepEqual(
    all.filter((file) => !/^(app|contract|script|server|shared|tests|tools)\/(?!.*node_modules)/.test(file)),
    [],
  );
});

test('lists the test files at the given files and folders, each once', () => {
  const { node, browser, long } = listTestFiles([
    './script/test/',
    'script/test/summary.test.ts',
    'tests/http/pages.test.ts',
  ]);
  assert.deepEqual(node, [
    'script/test/summary.test.ts',
    'script/test/test-files.test.ts',
    'tests/http/pages.test.ts',
  ]);
  assert.deepEqual([...browser, ...long], []);
});

test('throws when there is no test file at a path', () => {
  for (const path of ['script/test/summary.ts', 'tests/ht'])
    assert.throws(() => listTestFiles([path]), { message: `There is no test file at ${path}.` });
});

test('returns only the files that the long run repeats', () => {
  const { long, node } = listTestFiles();
  assert.ok(repeatingFiles(long).includes('tests/long/server-kills.test.ts'));
  assert.ok(!repeatingFiles(node).includes('script/test/summary.test.ts'));
});
