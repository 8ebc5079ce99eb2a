import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listTestFiles, repeatingFiles } from './test-files.ts';

test('assigns each test file of the project to exactly one part', () => {
  const { unit, http, browser, long } = listTestFiles();
  assert.ok(unit.includes('script/test/test-files.test.ts'));
  assert.ok(http.includes('tests/http/pages.test.ts'));
  assert.ok(browser.includes('tests/e2e/home.test.ts'));
  assert.ok(long.includes('tests/long/server-kills.test.ts'));
  const all = [...unit, ...http, ...browser, ...long];
  assert.equal(new Set(all).size, all.length);
  // Lighthouse has a separate folder of packages, some with tests.
  assert.deepEqual(
    all.filter((file) => file.includes('node_modules')),
    [],
  );
  assert.deepEqual(
    all.filter((file) => !/^(app|bench|contract|script|server|shared|tests)\//.test(file)),
    [],
  );
});

test('lists the test files at the given files and folders, each once', () => {
  const { unit, http, browser, long } = listTestFiles([
    './script/test/',
    'script/test/table.test.ts',
    'tests/http/pages.test.ts',
  ]);
  assert.deepEqual(unit, ['script/test/table.test.ts', 'script/test/test-files.test.ts']);
  assert.deepEqual(http, ['tests/http/pages.test.ts']);
  assert.deepEqual([...browser, ...long], []);
});

test('throws when there is no test file at a path', () => {
  assert.throws(
    () => listTestFiles(['script/test/table.ts']),
    /There is no test file at script\/test\/table\.ts\./,
  );
  assert.throws(() => listTestFiles(['tests/ht']), /There is no test file at tests\/ht\./);
});

test('returns only the files that the long run repeats', () => {
  const { long, unit } = listTestFiles();
  assert.ok(repeatingFiles(long).includes('tests/long/server-kills.test.ts'));
  assert.ok(!repeatingFiles(unit).includes('script/test/table.test.ts'));
});
