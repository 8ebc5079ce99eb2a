import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Image } from '#contract/images.ts';
import { MESSAGES } from '#contract/messages.ts';
import { API } from '#contract/paths.ts';
import type { Problem } from '#contract/problem.ts';
import type { Site } from '#contract/site.ts';
import { siteSettingStores } from '#server/domains/site-settings/site-setting-store.ts';
import { siteSettingSubject } from '#contract/site-settings.ts';
import { differencesFromLog } from '#tests/support/logged-content.ts';
import { openImageSite, type ImageSite } from '#tests/support/image-site.ts';
import { readElements, textsOf } from '#tests/support/html.ts';
import { httpClientOf, onBothSites, signIn } from '#tests/support/http-client.ts';
import { PUBLIC_PAGES } from '#tests/support/public-pages.ts';
import { addImage, aTestImage } from '#tests/support/test-images.ts';
import { demoSite } from '#tests/support/test-site.ts';

type Brand = Site['seedBrands'][number];

let open: ImageSite;
before(async () => {
  open = await openImageSite();
});
after(() => open[Symbol.asyncDispose]());

const { pioneer } = demoSite();

const aBrand = (more: Partial<Brand> = {}): Brand => ({
  address: 'golden-acres',
  name: 'Golden Acres',
  heading: 'Seed for dry ground',
  programs: [{ name: 'EarlyPay', text: 'save $12 a bag until March.' }],
  categories: [
    {
      id: 'milo',
      categoryName: 'Milo',
      text: 'Early & <b>late</b>',
      imageUrl: '/drawings/crops/sorghum.svg',
    },
    { id: 'rye', categoryName: 'Rye', text: '', imageUrl: '/drawings/crops/wheat.svg' },
  ],
  services: [{ name: 'Bulk Delivery', drawing: '/drawings/pioneer/seed-delivery.svg' }],
  ...more,
});

const get = (url: string) => open.site.app.inject(url);
const bodyOf = async (url: string) => (await get(url)).body;
const revisionOf = async (url: string) => /"siteRevision":"(\w+)"/.exec(await bodyOf(url))?.[1];
const mainOf = async (url: string) => /<main[^]*<\/main>/.exec(await bodyOf(url))?.[0] ?? '';

/** Returns what visitors follow, without the data for the page's script. */
const linksOf = async (url: string) =>
  readElements((await bodyOf(url)).replace(/<script type="application\/json".*/s, '')).flatMap(
    ({ attributes }) => attributes['href'] ?? [],
  );

const send = (values: Partial<Site>, headers = {}) => open.editor.post(API.siteSettings, { values }, headers);

async function save(values: Partial<Site>): Promise<void> {
  const response = await send(values);
  assert.equal(response.statusCode, 200, response.body);
}

async function rejection(values: Partial<Site>): Promise<string> {
  const response = await send(values);
  assert.equal(response.statusCode, 400, response.body);
  const { errors, detail } = response.json<Problem>();
  return errors?.[0]?.message ?? detail;
}

const NONE = { pioneer: { ...pioneer, shown: false }, seedBrands: [] };

async function expectNotFound(url: string): Promise<void> {
  const { statusCode, body } = await get(url);
  assert.equal(statusCode, 404, url);
  assert.deepEqual(textsOf(body, 'h1'), [MESSAGES.notFound], url);
  assert.match(textsOf(body, 'title').join(), /^Page not found/);
  assert.ok(body.includes('<meta name="robots" content="noindex">'), url);
}

test('shows the name, heading, programs, services, and crops of the settings on the Pioneer page', async () => {
  const [corn, soybeans] = pioneer.categories;
  assert.ok(corn && soybeans);
  await save({
    pioneer: {
      ...pioneer,
      name: 'Golden Acres',
      heading: 'Seed & advice',
      programs: [
        { name: 'EarlyPay', text: 'save $12 a bag.' },
        { name: 'Replant', text: 'free seed' },
      ],
      services: [{ name: 'Bulk Delivery', drawing: '/drawings/pioneer/seed-delivery.svg' }],
      categories: [
        { ...soybeans, imageUrl: '/drawings/crops/wheat.svg' },
        { ...corn, categoryName: 'Maize' },
      ],
    },
  });
  const main = await mainOf('/pioneer?category=corn-product');
  assert.deepEqual(textsOf(main, 'h1'), ['Seed & advice']);
  assert.deepEqual(textsOf(main, 'a'), ['Soybeans', 'Maize']);
  assert.deepEqual(textsOf(main, 'h2'), ['Maize', 'Services']);
  assert.deepEqual(textsOf(main, 'p').slice(-2), ['EarlyPay: save $12 a bag.', 'Replant: free seed']);
  const images = readElements(main).flatMap(({ attributes }) => attributes['src'] ?? []);
  assert.deepEqual(images, [
    '/drawings/crops/wheat.svg',
    '/drawings/crops/corn.svg',
    '/drawings/pioneer/seed-delivery.svg',
  ]);
  const home = await bodyOf('/');
  assert.match(home, />Golden Acres</, 'The menu has the new name.');
  assert.ok(!/>\s*Pioneer\s*</.test(home));
  assert.match(await bodyOf('/pioneer'), /<title>Golden Acres Seed · /);
  const sitemap = await bodyOf('/sitemap.xml');
  assert.ok(sitemap.includes('/pioneer?category=soybean-product<') && !sitemap.includes('alfalfa-product'));
  await save({ pioneer });
});

test('has no Pioneer page and no links to it when the cooperative sells no seed', async () => {
  // Fill the caches.
  for (const url of ['/pioneer', '/pioneer?category=corn-product', '/sitemap.xml', '/']) await get(url);
  await save(NONE);
  for (const url of ['/pioneer', '/pioneer/', '/pioneer?category=corn-product']) await expectNotFound(url);
  for (const url of [...PUBLIC_PAGES.filter((each) => !each.startsWith('/pioneer')), '/no-such-page'])
    assert.deepEqual(
      (await linksOf(url)).filter((link) => /pioneer|seed/.test(link)),
      [],
      url,
    );
  assert.ok(!(await bodyOf('/sitemap.xml')).includes('/pioneer'));
  for (const path of [API.pioneerItems, `${API.pioneerItems}/0`])
    assert.equal((await get(path)).statusCode, 200, 'Other programs use the calls.');
  await save({ pioneer });
  assert.equal((await get('/pioneer')).statusCode, 200);
  assert.ok((await linksOf('/')).includes('/pioneer'));
});

test('gives each other brand a page, a place in the menu and the sitemap, and a description', async () => {
  await save({ seedBrands: [aBrand(), aBrand({ address: 'acme', name: 'Acme Seeds', categories: [] })] });
  const page = await bodyOf('/seed/golden-acres');
  assert.match(page, /<title>Golden Acres Seed · Hickory Bend Farmers Cooperative</);
  assert.ok(
    page.includes('content="Golden Acres Seed from Hickory Bend Farmers Cooperative: Milo, Rye."'),
    'description',
  );
  assert.match(page, /<link rel="canonical" href="[^"]*\/seed\/golden-acres">/);
  const main = await mainOf('/seed/golden-acres');
  assert.deepEqual(textsOf(main, 'h1'), ['Seed for dry ground']);
  assert.deepEqual(textsOf(main, 'h2'), ['Services']);
  assert.deepEqual(textsOf(main, 'p'), ['EarlyPay: save $12 a bag until March.']);
  assert.deepEqual(
    readElements(main).flatMap(({ name, attributes }) => (name === 'a' ? attributes['href'] : [])),
    ['/seed/golden-acres?category=milo#chosen', '/seed/golden-acres?category=rye#chosen'],
  );
  const crop = await mainOf('/seed/golden-acres?category=milo');
  assert.deepEqual(textsOf(crop, 'h2'), ['Milo', 'Services']);
  assert.ok(crop.includes('Early &amp; &lt;b&gt;late&lt;/b&gt;'));
  assert.match(await mainOf('/seed/golden-acres?category=rye'), /No products listed/);
  assert.deepEqual(textsOf(await mainOf('/seed/golden-acres?category=no'), 'h2'), ['Services']);
  for (const url of ['/seed/golden-acres/', '/seed/acme'])
    assert.equal((await get(url)).statusCode, 200, url);
  for (const url of ['/seed/acm', '/seed/acme/x', '/seed/', '/seed/Acme', '/acme']) await expectNotFound(url);
  const sitemap = await bodyOf('/sitemap.xml');
  for (const path of ['/seed/golden-acres', '/seed/golden-acres?category=milo', '/seed/acme', '/pioneer'])
    assert.ok(sitemap.includes(`${path}<`), path);
  const links = await linksOf('/');
  for (const path of ['/seed/golden-acres', '/seed/acme', '/pioneer'])
    assert.equal(links.filter((link) => link === path).length, 1, path);

  await save({ seedBrands: [] });
  await expectNotFound('/seed/acme');
  assert.ok(!(await bodyOf('/sitemap.xml')).includes('/seed/'));
  assert.deepEqual(
    (await linksOf('/')).filter((link) => link.startsWith('/seed')),
    [],
  );
});

test('cannot give a brand and a page of administrators the same path', async () => {
  await save({ seedBrands: [aBrand({ address: 'careers' })] });
  const page = { id: 'p1', title: 'Careers', description: '', inMenu: true, hidden: false, blocks: [] };
  const taken = await open.editor.post(API.ownPages, { ...page, address: 'seed/careers' });
  assert.equal(taken.statusCode, 400, taken.body);
  const added = await open.editor.post(API.ownPages, { ...page, address: 'careers' });
  assert.equal(added.statusCode, 200, added.body);
  assert.deepEqual(textsOf(await mainOf('/careers'), 'h1'), ['Careers']);
  assert.deepEqual(textsOf(await mainOf('/seed/careers'), 'h1'), ['Seed for dry ground']);
  const links = await linksOf('/');
  assert.ok(links.includes('/careers') && links.includes('/seed/careers'));
  const reserved = await open.editor.post(API.ownPages, { ...page, id: 'p2', address: 'pioneer' });
  assert.match(reserved.json<Problem>().detail, /already uses \/pioneer/);
  await open.editor.delete(`${API.ownPages}/p1`);
  await save({ seedBrands: [] });
});

test('says what is wrong with a brand', async () => {
  const twice = [aBrand(), aBrand({ name: 'Acme' })];
  assert.equal(
    await rejection({ seedBrands: twice }),
    'Another brand already has the address /seed/golden-acres. Choose another address for Acme.',
  );
  for (const [brand, message] of [
    [
      { address: 'Golden Acres' },
      /^Other seed brands, brand 1, address is "Golden Acres"\. .*such as prairie-gold/,
    ],
    [{ name: ' ' }, /^Other seed brands, brand 1, name is " "\. It must be the name of a seed brand/],
    [{ programs: [{ name: 'X', text: '' }] }, /^Other seed brands, brand 1, program 1, text/],
  ] as const) {
    assert.match(await rejection({ seedBrands: [aBrand(brand as Partial<Brand>)] }), message);
  }
  const [crop] = aBrand().categories;
  const sameCrops = aBrand({ categories: [crop!, crop!] });
  assert.match(await rejection({ seedBrands: [sameCrops] }), /Two crops of Golden/);
  const many = Array.from({ length: 11 }, (_, at) => aBrand({ address: `brand-${at}` }));
  assert.match(await rejection({ seedBrands: many }), /up to 10 seed brands/);
});

test('shows images in place of drawings and of the video, and those again once they are deleted', async () => {
  const bytes = await aTestImage({ width: 600, height: 400 }).png().toBuffer();
  const image: Image = await addImage(open.editor, bytes, {
    fileName: 'Milo.png',
    contentType: 'image/png',
    type: 1,
  });
  const { imageId, squareUrls, screenUrl } = image;
  await open.editor.post(API.describeImage, { imageId, altText: 'Our elevator', audience: 'pages' });
  const [milo] = aBrand().categories;
  const [corn] = pioneer.categories;
  const { services, brand } = demoSite();
  const pages = ['/seed/golden-acres', '/pioneer', '/products', '/'] as const;
  const mains = async () => {
    const all = pages.map(async (url) => [url, await mainOf(url)] as const);
    return new Map(await Promise.all(all));
  };
  const withServices = <Each extends { services: Site['services'] }>(each: Each) => ({
    ...each,
    services: each.services.map((service) => ({ ...service, imageId })),
  });
  await save({ seedBrands: [aBrand()] });
  const drawn = await mains();
  assert.equal((await get(screenUrl)).statusCode, 404);
  const values = {
    seedBrands: [withServices(aBrand({ categories: [{ ...milo!, imageId }] }))],
    pioneer: withServices({ ...pioneer, categories: [{ ...corn!, imageId }] }),
    ...withServices({ services }),
    brand: { ...brand, home: imageId },
  };
  await save(values);
  const revision = await revisionOf('/');
  for (const url of pages) {
    const main = await mainOf(url);
    const images = readElements(main).filter(({ name }) => name === 'img');
    const [first] = images.filter(({ attributes }) => attributes['src']?.startsWith('/images/'));
    assert.equal(first?.attributes['src'], url === '/' ? screenUrl : squareUrls.fallback, url);
    assert.equal((await get(first?.attributes['src'] ?? '')).statusCode, 200);
    assert.ok(!main.includes('/drawings/services/') && !main.includes('/drawings/pioneer/'), url);
    assert.ok(!(await bodyOf(url)).includes('imageId'), 'The ID is not sent to browsers.');
  }
  assert.match(await mainOf('/'), /<img[^>]* alt="Our elevator"/);
  assert.ok(!(await mainOf('/')).includes('skyline.svg'));

  await open.editor.delete(`${API.deleteImage}/${imageId}`);
  assert.notEqual(await revisionOf('/'), revision, 'Open pages load the drawings again.');
  const { categories, ...others } = pioneer;
  const cornOnly = { ...others, categories: [categories[0]!] };
  const deleted = await mains();
  await save({ seedBrands: [aBrand({ categories: [milo!] })], pioneer: cornOnly, services, brand });
  assert.deepEqual(await mains(), deleted);
  await save({ seedBrands: [aBrand()], pioneer });
  assert.deepEqual(await mains(), drawn);
  await save({ seedBrands: [], pioneer });
});

onBothSites(
  'redirects from the earlier addresses of a brand, which no other one can take',
  async ({ site }) => {
    const editor = await signIn(site);
    const visitor = httpClientOf(site);
    const saveBrands = (seedBrands: Brand[], more: Partial<Site> = {}) =>
      editor.post(API.siteSettings, { values: { seedBrands, ...more } });
    const done = async (saved: ReturnType<typeof saveBrands>) => {
      const response = await saved;
      assert.equal(response.statusCode, 200, response.body);
      return response;
    };
    const locationOf = async (url: string) => {
      const { statusCode, headers } = await visitor.get(url);
      return statusCode === 308 ? headers['location'] : statusCode;
    };
    const acme = aBrand({ address: 'acme', name: 'Acme', heading: 'Seed for wet ground' });
    await done(saveBrands([aBrand(), acme]));
    const navigation = [
      { label: 'Find us', to: '/contact-us' },
      { label: 'Seed', links: [{ label: 'Ours', to: '/seed/golden-acres?category=milo' }] },
    ];
    await done(editor.post(API.siteSettings, { values: { navigation } }));
    await visitor.get('/seed/golden-acres');

    await done(saveBrands([acme, aBrand({ address: 'golden', categories: [] })]));
    await done(saveBrands([acme, aBrand({ address: 'gold', name: 'Gold Acres' })]));
    for (const old of ['golden-acres', 'golden', 'golden/'])
      assert.equal(await locationOf(`/seed/${old}?category=milo`), '/seed/gold?category=milo', old);
    assert.equal(await locationOf('/seed/acme'), 200);
    assert.match((await visitor.get('/contact-us')).body, /href="\/seed\/gold\?category=milo"/);
    assert.doesNotMatch((await visitor.get('/sitemap.xml')).body, /golden/);
    // The menu keeps its links, and can be saved with them.
    await done(editor.post(API.siteSettings, { values: { navigation: navigation.toReversed() } }));

    const gold = aBrand({ address: 'gold', name: 'Gold Acres' });
    const other = aBrand({ address: 'golden', name: 'Prairie', heading: 'Prairie seed' });
    const taken = await saveBrands([acme, gold, other]);
    assert.equal(taken.statusCode, 400);
    assert.equal(
      taken.json<Problem>().errors?.[0]?.message,
      '/seed/golden is an earlier address of Gold Acres and leads there. Choose another address for Prairie.',
    );

    // server/domains/site-settings/brand-redirects.test.ts has more.
    await done(saveBrands([]));
    assert.equal(await locationOf('/seed/golden-acres'), 404, 'The brand is no longer sold.');
    await done(saveBrands([other]));
    assert.equal(await locationOf('/seed/golden'), 200);
    const differences = await site.database.read(differencesFromLog);
    assert.deepEqual(differences, []);
  },
);

onBothSites('accepts a Pioneer setting of an earlier release, also in the log', async ({ site }) => {
  const { shown: _shown, name: _name, heading: _heading, programs: _programs, ...former } = pioneer;
  const value = { ...former, services: [] };
  await site.database.write(async (db) => {
    const { siteSettings, changeLog } = siteSettingStores(db);
    await siteSettings.save('pioneer', value);
    await changeLog.append({
      author: { origin: 'admin', name: 'Dana' },
      subject: siteSettingSubject('pioneer'),
      before: { value: former, source: 'file' },
      after: { value, source: 'editor' },
    });
  });
  const differences = await site.database.read(differencesFromLog);
  assert.deepEqual(differences, []);
  await site.content.refresh();
  assert.match((await site.app.inject('/pioneer')).body, /Industry-leading Products to meet local needs/);
});
