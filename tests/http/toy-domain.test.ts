import { test } from 'node:test';
import { startProgram } from '#tests/support/child-program.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

test('saves, merges, names, restores, and backs up a domain that only its folder and a line describe', async () => {
  await using folder = await temporaryFolder();
  await using program = startProgram('tests/support/toy-domain/program.ts', { DATA_DIR: folder.path });
  await program.ended;
});
