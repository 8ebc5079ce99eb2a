import assert from 'node:assert/strict';
import { join } from 'node:path';
import { API, CONTENT_EPOCH_HEADER, CONTENT_VERSION_HEADER } from '#contract/paths.ts';
import type { Problem } from '#contract/problem.ts';
import { runCommand } from '#tests/support/admin-command.ts';
import { tamper } from '#tests/support/change-log.ts';
import { onBothSites, signIn, type AdminClient } from '#tests/support/http-client.ts';

type Headers = Record<string, unknown>;

/** Returns the headers of a save that is based on a response. */
const basedOn = ({ headers }: { headers: Headers }) => ({
  [CONTENT_VERSION_HEADER]: String(headers[CONTENT_VERSION_HEADER]),
  [CONTENT_EPOCH_HEADER]: String(headers[CONTENT_EPOCH_HEADER]),
});

const saveFax = (editor: AdminClient, message: string, base = {}, configType = 'ContactUsFax') =>
  editor.post(API.saveSiteText, { configType, message }, base);

const conflictOf = (response: { statusCode: number; json(): unknown }) => {
  assert.equal(response.statusCode, 409);
  return (response.json() as Problem).current;
};

onBothSites(
  'responds 409 to a save based on a change that a restore lost, but not to one from before the backup',
  async ({ site, testDatabase: { environment, options } }) => {
    const backup = join(options.dataDir, 'site.backup');
    const before = await signIn(site);
    const kept = basedOn(await saveFax(before, 'one'));
    assert.equal((await runCommand(environment, ['backup', backup])).code, 0);
    const lost = basedOn(await saveFax(before, 'two', kept));
    assert.equal((await runCommand(environment, ['restore', backup, '--force'])).code, 0);
    await site.content.refresh();

    const dana = await signIn(site);
    const rejected = await saveFax(dana, 'mine', lost);
    assert.deepEqual([conflictOf(rejected)?.content, conflictOf(rejected)?.author], ['one', null]);
    // A client without an epoch does not say which history it has read.
    const { [CONTENT_VERSION_HEADER]: version } = kept;
    assert.equal((await saveFax(dana, 'mine', { [CONTENT_VERSION_HEADER]: version })).statusCode, 409);
    assert.equal((await saveFax(dana, 'three', kept)).statusCode, 200);
    // The conflict named the version to save from.
    assert.equal(conflictOf(await saveFax(dana, 'mine', basedOn(rejected)))?.content, 'three');
    assert.equal((await saveFax(dana, 'mine', basedOn(rejected), 'ContactUsAddress')).statusCode, 200);
  },
);

onBothSites(
  'responds 409 to a save based on a change that a failover lost, when another one has its number',
  async ({ site }) => {
    const dana = await signIn(site);
    await saveFax(dana, 'one');
    const lost = await saveFax(dana, 'two');
    await tamper(
      site.database,
      'delete from change_log where version = 2',
      `update site_text set content = 'one' where content = 'two'`,
    );
    const other = await saveFax(dana, 'elsewhere', {}, 'ContactUsAddress');
    assert.equal(other.headers[CONTENT_VERSION_HEADER], lost.headers[CONTENT_VERSION_HEADER]);

    const page = await dana.get('/contact-us');
    assert.match(page.body, /elsewhere/);
    assert.doesNotMatch(page.body, /\btwo\b/);
    const rejected = await saveFax(dana, 'mine', basedOn(lost));
    assert.equal(conflictOf(rejected)?.content, 'one');
    assert.equal((await saveFax(dana, 'mine', basedOn(rejected))).statusCode, 200);
    assert.equal((await saveFax(dana, 'mine too', basedOn(other))).statusCode, 409);
  },
);
