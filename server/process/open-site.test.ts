import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demoSite } from '#tests/support/test-site.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { openSite } from './open-site.ts';
import { readConfig } from '#server/platform/settings/config.ts';

test('closes what it opened when the app cannot be created', async () => {
  await using folder = await temporaryFolder();
  const { value: config } = readConfig({ DATA_DIR: folder.path, SEED_CONTENT: 'none' });
  assert(config);
  let isClosed = false;
  const imageWorker = {
    work: () => Promise.reject(new Error('There are no images.')),
    close: () => void (isClosed = true),
  };
  const opening = openSite({ config, site: demoSite(), imageWorker, logger: { level: 'unknown' } });
  await assert.rejects(opening, /level/);
  assert.equal(isClosed, true);
});
