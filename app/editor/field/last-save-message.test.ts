import assert from 'node:assert/strict';
import { test } from 'node:test';
import { includedMessage, lastSaveMessage, newerMessage } from './last-save-message.ts';

const READER = { username: 'Dana', role: 'owner', timeZone: 'America/Chicago', today: '2026-11-20' } as const;
const AT = '2026-11-20T12:40:00.000Z';

for (const [name, save, message] of [
  ['someone else today', { at: AT, author: 'pat' }, 'Last saved today at 6:40 am by pat'],
  ['you today', { at: AT, author: 'Dana' }, 'Last saved today at 6:40 am by you'],
  [
    'you in the evening before, in the time zone of the website',
    { at: '2026-11-20T05:59:00.000Z', author: 'Dana' },
    'Last saved Thu, Nov 19, 11:59 pm by you',
  ],
  [
    'an API token in an earlier year',
    { at: '2025-11-20T12:40:00.000Z', author: 'Grain desk' },
    'Last saved November 20, 2025 by Grain desk',
  ],
  ['the clock', { at: AT, author: null }, 'Changed automatically today at 6:40 am'],
] as const) {
  test(`names the time and the author when the last save is by ${name}`, () =>
    assert.equal(lastSaveMessage(save, READER), message));
}

test('names the people whose changes a save includes, except the reader', () => {
  const at = '2026-11-20T20:14:00.000Z';
  const lee = { author: 'Lee', at };
  const chris = { author: 'Chris', at: '2026-11-19T15:00:00.000Z' };
  const dana = { author: 'Dana', at };
  assert.equal(includedMessage([dana], READER), '');
  assert.equal(includedMessage([lee, dana], READER), "Saved. Lee's changes of 2:14 pm are included.");
  assert.equal(
    includedMessage([chris], READER),
    "Saved. Chris' changes of Thu, Nov 19, 9:00 am are included.",
  );
  assert.equal(
    includedMessage([lee, chris], READER),
    'Saved. Changes by Chris (Thu, Nov 19, 9:00 am) and Lee (2:14 pm) are included.',
  );
});

test('says who has saved a newer version, and when', () => {
  const messages = [
    { at: AT, author: 'Grace' },
    { at: '2026-11-19T15:00:00.000Z', author: 'Grace' },
    { at: AT, author: 'Dana' },
    { at: AT, author: null },
    { at: '', author: null },
  ].map((save) => newerMessage(save, READER));
  assert.deepEqual(messages, [
    'Grace saved a newer version at 6:40 am.',
    'Grace saved a newer version on Thu, Nov 19, 9:00 am.',
    'You saved a newer version in another tab or on another device at 6:40 am.',
    'A newer version was saved automatically at 6:40 am.',
    'Someone saved a newer version.',
  ]);
});
