import assert from 'node:assert/strict';
import { test } from 'node:test';
import packageFile from '#package' with { type: 'json' };
import { README_COMMANDS, readCommands } from '#tests/support/documented-commands.ts';

test('lists exactly the known commands, and they exist', () => {
  const commands = readCommands('README.md');
  assert.deepEqual([...commands].sort(), Object.keys(README_COMMANDS).sort());
  for (const command of commands) {
    const script = command.replace(/^npm (run )?/, '');
    assert.ok(script in packageFile.scripts, command);
  }
});
