import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayChange, type Role } from '#contract/rights.ts';
import { findAttention, type Checked } from './attention.ts';

const NOW = '2026-11-20T18:00:00.000Z';

const WELL: Checked = {
  today: '2026-11-20',
  age: { now: Date.parse(NOW), oldAfterHours: 24 },
  bids: [{ active: true, asOf: '2026-11-20T15:00:00.000Z' }],
  announcement: { html: '<p>Harvest hours through <b>November</b> 28.</p>', savedOn: '2026-11-01' },
  specialDays: [{ date: '2026-11-26', hours: 'closed' }],
  images: [{ imageName: 'Leg', altText: 'A grain leg at dusk' }],
  employees: [{ name: 'Ana', phoneNumber: '555 0100' }],
  pages: [{ id: 'a', title: 'Careers', address: 'careers', inMenu: true, hidden: false }],
  menuPaths: ['/careers'],
  backupOn: '2026-11-14',
  startedOn: '2026-01-05',
  stopped: [],
};

const textsOf = (change: Partial<Checked>, role: Role = 'owner') =>
  findAttention({ ...WELL, ...change }, (area) => mayChange(role, [area])).map(({ text }) => text);

test('finds nothing when all is well', () => {
  assert.deepEqual(textsOf({}), []);
  assert.deepEqual(textsOf({ backupOn: null, startedOn: '2026-11-18' }), [], 'in the first week');
});

const WRONG = {
  bids: [
    { active: true, asOf: '2026-11-19T17:00:00.000Z' },
    { active: false, asOf: '2026-01-19T17:00:00.000Z' },
  ],
  announcement: { html: '<p>Closed Nov 10–12. See you on Nov. 13th.</p>', savedOn: '2026-11-01' },
  specialDays: [],
  images: [
    { imageName: 'Leg', altText: ' ' },
    { imageName: 'Pit', altText: '' },
  ],
  employees: [
    { name: 'Ana', phoneNumber: '555 0100' },
    { name: 'Bo', phoneNumber: '-' },
  ],
  pages: [
    { id: 'a', title: 'Careers', address: 'careers', inMenu: false, hidden: true },
    { id: 'b', title: 'Old news', address: 'old-news', inMenu: false, hidden: true },
  ],
  backupOn: '2026-11-13',
};

test('finds everything that is wrong, with the field where it is put right', () => {
  const stopped = [{ id: '1', title: 'Welcome message', on: '2026-11-20', isEnd: false }];
  const found = findAttention({ ...WELL, ...WRONG, stopped }, () => true);
  assert.deepEqual(
    found.map(({ text, path, field, row }) => [text, path.replace('/admin/', ''), field ?? row]),
    [
      ['Not published on Fri, Nov 20: Welcome message', 'dashboard#coming-up', undefined],
      ['1 cash bid older than 24 hours', 'dashboard#cash-bids', 'cash-bids-rows'],
      ['The announcement is about Nov 13, 2026, which is over', 'dashboard#home-page', 'AnnouncementMessage'],
      ['No hours for Thanksgiving, Thu, Nov 26', 'dashboard#special-days', 'setting-specialDays'],
      ['Careers is in the menu, but hidden', 'pages/a', undefined],
      ['No phone number for Bo', 'dashboard#employee-section', 'Bo'],
      ['No description of 2 images', 'dashboard#image-uploading', 'Leg'],
      ['No backup since Fri, Nov 13', 'dashboard#your-account', undefined],
    ],
  );
  assert.equal(new Set(found.map(({ id }) => id)).size, found.length);
});

test('finds only what an administrator may change', () => {
  assert.deepEqual(textsOf(WRONG, 'prices'), ['1 cash bid older than 24 hours']);
  assert.deepEqual(textsOf(WRONG, 'scale-house'), ['No hours for Thanksgiving, Thu, Nov 26']);
  assert.equal(textsOf(WRONG, 'content').length, 6);
});

const over = (html: string) =>
  textsOf({ announcement: { html, savedOn: '2026-11-15' } }).map((text) => text.slice(26, 38));

test('takes the last date of an announcement, without a year the next after it was saved', () => {
  assert.deepEqual(over('Open from Nov 16 – Nov 19.'), ['Nov 19, 2026']);
  assert.deepEqual(over('Open Nov 16 – Nov 20.'), []);
  assert.deepEqual(over('Meeting on MARCH 3'), []);
  assert.deepEqual(over('Meeting on March 3, 2026'), ['Mar 3, 2026,']);
  assert.deepEqual(over('Markets 24 hours. You may 12 times. Nov 31'), []);
});
