import assert from 'node:assert/strict';
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { demoSite } from '#tests/support/test-site.ts';
import { checkSitePaths, findUnservedPaths } from './check-site-paths.ts';

const PUBLIC = resolve(import.meta.dirname, '../../public');

const check = (change: Partial<ReturnType<typeof demoSite>>, folder = PUBLIC) =>
  checkSitePaths({ ...demoSite(), ...change }, 'coop.json', folder).map(
    ({ key, problem, fix }) => `${key} ${problem}. ${fix}`,
  );
const linksTo = (...paths: string[]) => ({ navigation: paths.map((to) => ({ label: to, to })) });

test('accepts menu links to pages, files, the API, and other websites', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'scalehouse-test-'));
  mkdirSync(join(folder.path, 'media'));
  for (const name of ['credit.pdf', 'media/tour of the mill.mov']) writeFileSync(join(folder.path, name), '');
  const served =
    '/ /cash-bids.html /board /price-sheet /admin /news /products/ /products/#fertHeader /pioneer?category=corn-product ' +
    '/robots.txt /sitemap.xml /site.webmanifest /api/cash-bids?format=csv /credit.pdf /credit.pdf#page=2 ' +
    '/media/tour%20of%20the%20mill.mov https://example.com/ http://example.com/board';
  const found = check(linksTo(...served.split(' ')), folder.path);
  const shown = found.filter((issue) => issue.includes('/navigation'));
  assert.deepEqual(shown, []);
});

test('reports a menu link to a path that is neither a page nor a file', () => {
  const navigation = [
    { label: 'Bids', to: '/cash-bids.htm' },
    {
      label: 'More',
      links: [
        { label: 'Board', to: '/bord/x' },
        { label: 'Folder', to: '/media' },
      ],
    },
  ];
  assert.deepEqual(check({ navigation }), [
    `coop.json /navigation/0/to is "/cash-bids.htm", which isn't a page or file of this website. ${FIX}`,
    `coop.json /navigation/1/links/0/to is "/bord/x", which isn't a page or file of this website. ${FIX}`,
    `coop.json /navigation/1/links/1/to is "/media", which isn't a page or file of this website. ${FIX}`,
  ]);
});

const FIX = 'Check the spelling. A file must be in the public folder when you run npm start.';

test('accepts menu links that may lead to pages of administrators', () => {
  const links = linksTo('/careers', '/annual-meeting/?a=b#c', '/Careers', '/a/b', '/uploads', '/a.b');
  const listed = check(links).map((issue) => /is "([^"]*)"/.exec(issue)?.[1]);
  assert.deepEqual(listed, ['/Careers', '/a/b', '/uploads', '/a.b']);
  const { embeds } = demoSite();
  assert.equal(check({ embeds: { ...embeds, video: '/careers' } }).length, 1);
  const paths = findUnservedPaths({ ...demoSite(), ...links }, PUBLIC, (path) => path === '/annual-meeting');
  const actual = paths.map(({ path }) => path);
  assert.deepEqual(
    actual,
    [0, 2, 3, 4, 5].map((at) => `/navigation/${at}/to`),
  );
});

test('reports missing files with their keys, in the order of the site file', () => {
  const demo = demoSite();
  const found = check({
    logo: '/brand/our-logo.svg',
    shareImage: '/share.png?2',
    services: [{ name: 'Mowing', drawing: '/mower.svg' }],
    film: { ...demo.film, sources: [{ path: '/media/none.mp4', type: 'video/mp4' }] },
    embeds: { ...demo.embeds, video: '/media/none.mp4', cashBids: '/bids' },
  });
  const seen = found.map((issue) => / (\/\S+) is/.exec(issue)?.[1]);
  assert.deepEqual(seen, [
    '/logo',
    '/embeds/video',
    '/embeds/cashBids',
    '/film/sources/0/path',
    '/shareImage',
    '/services/0/drawing',
  ]);
  assert.equal(
    found[0],
    'coop.json /logo is "/brand/our-logo.svg", which isn\'t a file in the public folder. Add the file and run npm start, or correct the path.',
  );
});

test('reports a type of file that the site does not serve, even if the file exists', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'scalehouse-test-'));
  writeFileSync(join(folder.path, 'logo.tiff'), '');
  const [issue] = check({ logo: '/logo.tiff' }, folder.path);
  assert.equal(
    issue,
    'coop.json /logo is "/logo.tiff", and this website doesn\'t serve .tiff files. Use one of these: .avif, .css, .gif, .ico, .jpeg, .jpg, .js, .json, .pdf, .png, .svg, .txt, .webp, .woff2.',
  );
});
