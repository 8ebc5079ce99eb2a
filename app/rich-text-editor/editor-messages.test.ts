import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lossMessage } from './editor-messages.ts';

const NONE = { links: [], images: 0, tables: 0, videos: 0 };
const link = (href: string, text = 'here') => ({ href, text });

test('counts what a paste dropped', () => {
  assert.equal(lossMessage(NONE), undefined);
  assert.equal(lossMessage({ ...NONE, images: 1 }), 'Pasted without 1 image. The words are kept.');
  assert.equal(
    lossMessage({ ...NONE, tables: 1, videos: 2 }),
    'Pasted without 1 table and 2 videos or maps. The words are kept.',
  );
  assert.equal(
    lossMessage({
      ...NONE,
      links: [link('mailto:pat@example.com', 'Pat@Example.com')],
      images: 2,
      tables: 1,
    }),
    'Pasted without 1 link, 2 images, and 1 table. The words are kept.',
  );
});

const messageFor = (...links: { href: string; text: string }[]) => lossMessage({ ...NONE, links });

test('lists the addresses of links that the pasted words do not show, without repeats', () => {
  assert.equal(
    messageFor(link('https://www.example.com/seed/'), link('https://www.example.com/seed/', 'Seed')),
    'Pasted without 2 links. The words are kept. The links led to www.example.com/seed.',
  );
  assert.equal(
    messageFor(
      link('https://example.com/'),
      link('https://a.example/b', 'a.example/b'),
      link('tel:+16605550142'),
    ),
    'Pasted without 3 links. The words are kept. The links led to example.com and +16605550142.',
  );
  assert.equal(
    messageFor(...['a', 'b', 'c', 'd', 'e'].map((name) => link(`https://${name}.example`))),
    'Pasted without 5 links. The words are kept. The links led to a.example, b.example, c.example, and 2 more addresses.',
  );
  assert.equal(
    messageFor(link(`https://example.com/${'x'.repeat(200)}`)),
    `Pasted without 1 link. The words are kept. The link led to example.com/${'x'.repeat(87)}…`,
  );
});
