import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lossMessage } from './editor-messages.ts';

const link = (href: string, text = 'here') => ({ href, text });
const SEED = 'https://www.example.com/seed/';
const FIVE = ['a', 'b', 'c', 'd', 'e'].map((name) => link(`https://${name}.example`));

type Loss = Partial<Parameters<typeof lossMessage>[0]>;
const MESSAGES: readonly [what: string, lost: Loss, message: string | undefined][] = [
  ['nothing', {}, undefined],
  ['an image', { images: 1 }, 'without 1 image. The words are kept.'],
  [
    'tables and videos',
    { tables: 1, videos: 2 },
    'without 1 table and 2 videos or maps. The words are kept.',
  ],
  [
    'a link whose address the words show, and more',
    { links: [link('mailto:pat@example.com', 'Pat@Example.com')], images: 2, tables: 1 },
    'without 1 link, 2 images, and 1 table. The words are kept.',
  ],
  [
    'two links to the same address',
    { links: [link(SEED), link(SEED, 'Seed')] },
    'without 2 links. The words are kept. The links led to www.example.com/seed.',
  ],
  [
    'links to a page and a phone number',
    {
      links: [
        link('https://example.com/'),
        link('https://a.example/b', 'a.example/b'),
        link('tel:+16605550142'),
      ],
    },
    'without 3 links. The words are kept. The links led to example.com and +16605550142.',
  ],
  [
    'five links',
    { links: FIVE },
    'without 5 links. The words are kept. The links led to a.example, b.example, c.example, and 2 more addresses.',
  ],
  [
    'a link with a long address',
    { links: [link(`https://example.com/${'x'.repeat(200)}`)] },
    `without 1 link. The words are kept. The link led to example.com/${'x'.repeat(87)}…`,
  ],
];

for (const [what, lost, message] of MESSAGES) {
  test(`says what a paste dropped: ${what}`, () => {
    const actual = lossMessage({ links: [], images: 0, tables: 0, videos: 0, ...lost });
    assert.equal(actual, message && `Pasted ${message}`);
  });
}
