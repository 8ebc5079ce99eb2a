import { test } from 'node:test';
import { EFFORT } from '#tests/support/effort.ts';
import { assertKillsLoseNoSave } from '#tests/support/server-kills.ts';

const KILLS = EFFORT.kills;
const CONCURRENT_SAVES = { 'right after a response': 1, 'during concurrent saves': 6 } as const;

for (const [moment, concurrent] of Object.entries(CONCURRENT_SAVES)) {
  test(`loses no acknowledged save when the server is killed ${KILLS} times ${moment}`, (t) =>
    assertKillsLoseNoSave(t, { kills: KILLS, concurrent }));
}
