import { test } from 'node:test';
import { assertKillsLoseNoSave } from '#tests/support/server-kills.ts';

test('keeps an acknowledged save when the server is killed right after the response', (t) =>
  assertKillsLoseNoSave(t, { kills: 1, concurrent: 1 }));
