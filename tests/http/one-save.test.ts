import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { API } from '#contract/paths.ts';
import { ROOT } from '#server/platform/root.ts';
import { addAdmin, signIn } from '#tests/support/http-client.ts';
import { openTestSite } from '#tests/support/test-site.ts';

/** Most files of this repository with a function that runs between the request of a save and its response. */
const FILES_MAX = 32;

test('saves an announcement through few files, which docs/architecture.md lists', async () => {
  await using site = await openTestSite({ seedContent: 'none' });
  await addAdmin(site.database, 'Dana');
  const { cookie } = await signIn(site);
  const address = await site.app.listen({ port: 0 });
  const save = async (message: string) => {
    const body = JSON.stringify({ configType: 'AnnouncementMessage', message });
    const headers = { cookie, 'content-type': 'application/json' };
    const response = await fetch(address + API.saveSiteText, { method: 'POST', headers, body });
    assert.equal(response.status, 200, await response.text());
  };
  await save('<p>First</p>');
  using session = Object.assign(new Session(), { [Symbol.dispose]: () => session.disconnect() });
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await save('<p>Second</p>');
  const { result } = await session.post('Profiler.takePreciseCoverage');

  const files = result
    .filter(({ functions }) => functions.some(({ ranges: [whole] }) => whole && whole.count > 0))
    .filter(({ url }) => url.startsWith('file:'))
    .map(({ url }) => relative(ROOT, fileURLToPath(url)))
    .filter((file) => /^(?:server|shared|contract)\//.test(file))
    // Looks for what is due once a second, beside requests.
    .filter((file) => !file.startsWith('server/domains/schedule/'));
  const guide = await readFile(join(ROOT, 'docs/architecture.md'), 'utf8');
  assert.ok(files.length <= FILES_MAX, files.join('\n'));
  assert.deepEqual(
    files.filter((file) => !guide.includes(file.split('/').at(-1) ?? file)),
    [],
  );
});
