import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFindings } from './findings.ts';
import { createSources, fileKey, hostOf, urlKey } from './old-links.ts';

const PAGES = new Map([
  ['coop.example/services/grain', '/grain'],
  ['coop.example/?page_id=12', '/fuel'],
  [fileKey('/services/hours.htm'), '/hours'],
]);

function follow(
  address: string,
  { url = 'https://www.coop.example/services/', file = 'services/index.htm' } = {},
) {
  const findings = createFindings();
  const { findLink } = createSources(
    { file, url: URL.parse(url) ?? undefined },
    {
      files: {
        find: (path) => (path === '/forms/credit.pdf' || path === '/forms/old.doc' ? path : undefined),
      },
      findings,
      ownHosts: new Set(['coop.example']),
      frameOrigins: [],
      addressOf: (key) => PAGES.get(key),
      documentUrl: (path) => `/documents/1${path}`,
      documentProblem: (path) => (path.endsWith('.pdf') ? undefined : 'We can only use PDF files.'),
    },
  );
  const link = findLink(address, 'here');
  return { link, notes: [...findings.dropped(), ...findings.toCheck()] };
}

test('leads links to the new pages and documents', () => {
  for (const [address, link] of [
    ['https://coop.example/services/grain/?utm=1#prices', '/grain'],
    ['http://WWW.coop.example/Services/Grain/index.php', '/grain'],
    ['grain', '/grain'],
    ['/?page_id=12', '/fuel'],
    ['hours.htm#monday', '/hours'],
    ['..\\services\\Hours.HTM', '/hours'],
    ['https://www.coop.example/', '/'],
    ['../forms/credit.pdf', '/documents/1/forms/credit.pdf'],
    ['https://coop.example/forms/credit.pdf?v=2', '/documents/1/forms/credit.pdf'],
    ['MAILTO:office@coop.example?subject=Hi', 'mailto:office@coop.example'],
    ['tel:(620) 555-0142', 'tel:(620)555-0142'],
    ['https://other.example/a?b=c', 'https://other.example/a?b=c'],
  ] as const)
    assert.deepEqual(follow(address), { link, notes: [] }, address);
});

test('reports links that change, lead to the old website, or are left out', () => {
  for (const [address, link, note] of [
    ['http://other.example/a', 'https://other.example/a', /now starts with https\. Try it\.$/],
    ['../board/', 'https://www.coop.example/board/', /still leads to a page of your old website/],
    ['/forms/old.doc', undefined, /^Link “here” to \/forms\/old\.doc: We can only use PDF files\.$/],
    ['javascript:alert(1)', undefined, /doesn't lead to a page$/],
    ['ftp://coop.example/x', undefined, /doesn't lead to a page$/],
    ['mailto:', undefined, /we can't read it$/],
    [`https://other.example/${'a'.repeat(3000)}`, undefined, /we can't use this address$/],
  ] as const) {
    const followed = follow(address);
    assert.equal(followed.link, link, address);
    assert.equal(followed.notes.length, 1, address);
    assert.match(followed.notes[0] ?? '', note);
  }
  const unknown = follow('contact.htm', { url: '' });
  assert.equal(unknown.link, undefined);
  assert.match(unknown.notes[0] ?? '', /isn't among the imported ones$/);
});

test('names a page the same however its address is spelled', () => {
  const keys = [
    'https://www.coop.example/A/',
    'http://coop.example/a/index.html#x',
    'https://coop.example/%61',
  ];
  assert.equal(new Set(keys.map((key) => urlKey(new URL(key)))).size, 1);
  assert.equal(hostOf(new URL('https://www.coop.example:8080/')), 'coop.example:8080');
});
