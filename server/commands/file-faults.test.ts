import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '#server/platform/root.ts';
import { seedContent } from '#server/domains/demo-content/seed-content.ts';
import { openDiskFiles } from '#server/platform/files/disk-file-store.ts';
import { runCommand } from '#tests/support/admin-command.ts';
import { EFFORT } from '#tests/support/effort.ts';
import { freshTestDatabase } from '#tests/support/on-both-databases.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const FAULTS: Record<string, (path: string) => void> = {
  removed: (path) => rmSync(path),
  emptied: (path) => truncateSync(path),
  truncated: (path) => truncateSync(path, readFileSync(path).length >> 1),
  'one bit': (path) => {
    const bytes = readFileSync(path);
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
    writeFileSync(path, bytes);
  },
  'a page of HTML': (path) => writeFileSync(path, '<!doctype html><title>Bad gateway</title>'),
};

const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)]!;

/** Opens a site with the demo images, which has a backup with their copies in a folder. */
async function siteWithBackup() {
  await using cleanup = new AsyncDisposableStack();
  const { environment, options, open } = cleanup.use(await freshTestDatabase('SQLite', { migrated: true }));
  const backups = cleanup.use(await temporaryFolder()).path;
  const gallery = { files: openDiskFiles(options.dataDir), folder: join(ROOT, 'content/demo/gallery') };
  await seedContent(await open(), 'demo', new Date(), gallery);
  const images = join(options.dataDir, 'files/images');
  const copies = join(backups, 'images');
  const everything = cleanup.move();
  const run = (...words: string[]) => runCommand(environment, words);
  const backup = (name: string) => run('backup', join(backups, name), '--files', copies);
  const restore = (name: string) => run('restore', join(backups, name), '--files', copies, '--force');
  assert.equal((await backup('0')).code, 0);
  return {
    run,
    backup,
    restore,
    folders: { images, copies },
    dataDir: options.dataDir,
    read: () => new Map(readdirSync(images).map((name) => [name, readFileSync(join(images, name))])),
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

test('notices each fault of a file or its copy, spreads none, and restores what has a good copy', async () => {
  await using site = await siteWithBackup();
  const { folders } = site;
  const original = site.read();
  const names = new Set(original.keys());
  for (let round = 1; round <= EFFORT.fileFaults; round += 1) {
    const where = round % 2 === 0 ? 'copies' : 'images';
    const [name, fault] = [pick([...names]), pick(Object.keys(FAULTS))];
    names.delete(name);
    const what = `${where}/${name}: ${fault}`;
    FAULTS[fault]?.(join(folders[where], name));
    if (where === 'images') {
      const check = await site.run('check');
      assert.equal(check.code, 1, what);
      assert.ok(check.output.includes(`images/${name} is `), `${what}\n${check.output}`);
    }
    const saved = await site.backup(`${round}`);
    assert.equal(saved.code, where === 'images' ? 1 : 0, `${what}\n${saved.output}${saved.errorOutput}`);
    assert.ok(saved.output.includes(name), `${what}\n${saved.output}`);
    // Also the backup from before the fault.
    for (const backup of round === EFFORT.fileFaults ? ['0', `${round}`] : [`${round}`]) {
      const restored = await site.restore(backup);
      assert.equal(restored.code, 0, `${what}\n${restored.output}${restored.errorOutput}`);
      assert.deepEqual(site.read(), original, what);
    }
  }
  assert.equal((await site.run('check')).code, 0);
});
