import { test } from 'node:test';
import { EFFORT } from '#tests/support/effort.ts';
import { assertKillsLoseNoSave } from '#tests/support/server-kills.ts';

const KILLS = EFFORT.kills;
/** So many saves are under way when one of them is answered. */
const AT_ONCE = { 'right after its answer': 1, 'in the middle of saving': 6 } as const;

for (const [moment, atOnce] of Object.entries(AT_ONCE)) {
  test(`Killing the server ${KILLS} times ${moment} loses no save that was answered`, (t) =>
    assertKillsLoseNoSave(t, { kills: KILLS, atOnce }));
}
