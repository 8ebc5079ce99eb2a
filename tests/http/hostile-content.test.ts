import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createChangeLogStore } from '#server/records/change-log/change-log-store.ts';
import type { CashBids } from '#contract/cash-bids.ts';
import { API } from '#contract/paths.ts';
import { checkSite } from '#server/platform/settings/site-file.ts';
import { hashSource } from '#server/pages/content-security-policy.ts';
import { readElements, type FoundElement } from '#tests/support/html.ts';
import { demoSite, openTestSite, type TestSite } from '#tests/support/test-site.ts';

const HOSTILE = [
  '<script>alert(1)</script>',
  '<script src="https://evil.example/x.js"></script>',
  '</main></div></div></body></html><script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '</style><style>*{display:none}</style><script>alert(1)</script>',
  '<!--</main><script>alert(1)</script>-->',
  '<!--<script>',
  '<img src=x onerror=alert(1)>',
  '<svg><script>alert(1)</script><a xlink:href="javascript:alert(1)">x</a></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<a href="javascript:alert(1)">x</a><iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<p style="position:fixed" onclick="alert(1)" class="text-large evil" id="page-state">x</p>',
  '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;https://evil.example/">',
  '<link rel="stylesheet" href="https://evil.example/x.css"><form action="https://evil.example/"><input></form>',
  '\u2028alert(1)\u2029',
  '"}</script><script type="application/json" id="page-state">{"site":{}}</script>',
  '{{constructor.constructor("alert(1)")()}} ${alert(1)} <%= 1 %>',
  '&lt;script&gt;alert(1)&lt;/script&gt;&#60;script&#62;',
  '\u0000<scr\u0000ipt>alert(1)</scr\u0000ipt>',
  '<p>'.repeat(600) + '<script>alert(1)</script>',
];

/** Prefix of links to the map, whose query may contain any text. */
const MAP = 'https://www.openstreetmap.org/directions?to=%';
const FORBIDDEN_ELEMENTS = new Set([
  'base',
  'form',
  'input',
  'math',
  'object',
  'embed',
  'template',
  'noscript',
]);

let site: TestSite;
/** Scripts and styles of each page before a payload is stored. */
const usual: Record<string, FoundElement[]> = {};
const policies: Record<string, string> = {};
/** Data URLs of each page before a payload is stored: the logo. */
const drawings = new Set<string>();
const PAGES = ['/', '/about-us', '/contact-us', '/products', '/store', '/nowhere', '/cash-bids.html'];

before(async () => {
  site = await openTestSite();
  for (const path of PAGES) {
    const { body, headers } = await site.app.inject(path);
    usual[path] = codeOf(body);
    policies[path] = String(headers['content-security-policy']);
    for (const { attributes } of readElements(body)) {
      if (attributes['src']?.startsWith('data:image/svg+xml,')) drawings.add(attributes['src']);
    }
  }
  assert.equal(drawings.size, 1);
});
after(() => site[Symbol.asyncDispose]());

const codeOf = (html: string) =>
  readElements(html).filter(({ name }) => name === 'script' || name === 'style');

/** Writes a payload to the database without validation, and a log entry so that the content cache reads it. */
async function storeDirectly(of: TestSite, hostile: string): Promise<void> {
  await of.database.write(async (db) => {
    await db.updateTable('site_text').set({ content: hostile }).execute();
    await db
      .updateTable('cash_bid')
      .set({ location: hostile, commodity: hostile, delivery: hostile, futures_month: hostile })
      .execute();
    await createChangeLogStore(db).append({
      author: { origin: 'admin', name: hostile },
      subject: hostile,
      before: hostile,
      after: hostile,
    });
  });
  await of.content.refresh();
}

/** Data scripts in document order, with the pages that contain them: all but /cash-bids.html if `pages` is missing. */
const DATA = [
  { pages: ['/', '/contact-us'], attributes: { type: 'application/ld+json' } },
  { attributes: { type: 'application/json', id: 'page-state' } },
] as { pages?: string[]; attributes: object }[];

/** The home page and the bids have another script, for the choice of a location and for the frame. */
const scriptsOf = (path: string) => (path === '/' || path === '/cash-bids.html' ? 2 : 1);

test('serves only known scripts and styles, and lists exactly their hashes in the policy', async () => {
  for (const path of PAGES) {
    const code = usual[path] ?? [];
    const scripts = code.filter(
      ({ name, attributes }) => name === 'script' && attributes['type'] === undefined,
    );
    const data = code.filter(({ name, attributes }) => name === 'script' && attributes['type'] !== undefined);
    const styles = code.filter(({ name }) => name === 'style');
    const isBids = path === '/cash-bids.html';
    assert.deepEqual([scripts.length, styles.length], [scriptsOf(path), 1], path);
    assert.deepEqual(
      data.map(({ attributes }) => attributes),
      isBids
        ? []
        : DATA.filter(({ pages }) => !pages || pages.includes(path)).map(({ attributes }) => attributes),
      path,
    );
    const { body, headers } = await site.app.inject(path);
    assert.equal(body.match(/<script/gi)?.length ?? 0, scripts.length + data.length, path);
    const listed = String(headers['content-security-policy']).match(/'sha256-[^']+'/g);
    assert.deepEqual(
      listed,
      [...scripts, ...styles].map(({ text }) => hashSource(text)),
      path,
    );
    assert.doesNotMatch(String(headers['content-security-policy']), /unsafe-|\bhttps?:(?!\/\/)/);
  }
});

for (const hostile of HOSTILE) {
  test(`neutralizes a payload stored directly in the database: ${JSON.stringify(hostile.slice(0, 70))}`, async () => {
    await storeDirectly(site, hostile);
    for (const path of PAGES) {
      const { body, headers, statusCode } = await site.app.inject(path);
      assert.equal(statusCode, path === '/nowhere' ? 404 : 200, path);
      assert.equal(headers['content-security-policy'], policies[path], path);
      const elements = readElements(body);

      const code = codeOf(body);
      assert.deepEqual(
        code.map(({ name, attributes }) => [name, attributes]),
        usual[path]?.map(({ name, attributes }) => [name, attributes]),
        path,
      );
      for (const [n, { text, attributes }] of code.entries()) {
        const isData = attributes['type']?.endsWith('json');
        if (isData) assert.ok(JSON.parse(text));
        else assert.equal(text, usual[path]?.[n]?.text);
      }

      assert.equal(elements.filter(({ name }) => name === 'main').length, 1, path);
      for (const { name, attributes } of elements) {
        assert.equal(FORBIDDEN_ELEMENTS.has(name), false, `${name} on ${path}`);
        for (const [attribute, value] of Object.entries(attributes)) {
          assert.doesNotMatch(attribute, /^on|^style$|^srcdoc$|:/, path);
          if (drawings.has(value) || value.startsWith(MAP)) continue;
          if (['href', 'src', 'action'].includes(attribute)) {
            assert.doesNotMatch(value, /evil|javascript:|^data:/);
          }
        }
      }
    }
  });
}

test('serves sanitized rich text and literal plain text as JSON that browsers do not sniff', async () => {
  const hostile = '<p>Hours</p></script><script>alert(1)</script>\u2028';
  await storeDirectly(site, hostile);
  const texts = await site.app.inject(`${API.siteTexts}?ids=0,16`);
  assert.deepEqual(texts.json(), [
    { configId: 0, content: hostile },
    { configId: 16, content: '<p>Hours</p><p>\u2028</p>' },
  ]);
  const bids = await site.app.inject(API.cashBids);
  assert.equal(bids.json<CashBids>().bids[0]?.commodity, hostile);
  for (const { headers } of [texts, bids]) {
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'");
  }
});

test('puts the colors and origins of the site file into page and policy, and escapes its texts', async () => {
  const { value } = checkSite(
    {
      ...demoSite(),
      name: '</title><script>alert(1)</script>',
      language: 'es-MX',
      colors: { light: { plate: '#123456' }, dark: { plateDeep: '#abcdef' } },
      titles: { '/store': '</title><script>alert(2)</script>' },
      services: [
        { name: '</script><script>alert(3)</script>', drawing: '/drawings/services/soil-testing.svg' },
      ],
      embeds: { ...demoSite().embeds, pages: { '/news': 'https://widgets.example.com/news?a="><script>' } },
      contentSecurityPolicy: {
        frames: ['https://frames.example.com'],
        images: ['https://pictures.example.com'],
        media: ['https://films.example.com'],
      },
    },
    'site.json',
  );
  assert.ok(value);
  await using fresh = await openTestSite({ site: value });
  for (const path of [...PAGES, '/news']) {
    const { body, headers } = await fresh.app.inject(path);
    const policy = String(headers['content-security-policy']);
    const elements = readElements(body);
    const isBids = path === '/cash-bids.html';
    const dataOf = DATA.filter(({ pages }) => !pages || pages.includes(path)).length;
    assert.equal(
      elements.filter(({ name }) => name === 'script').length,
      scriptsOf(path) + (isBids ? 0 : dataOf),
      path,
    );
    const [style] = elements.filter(({ name }) => name === 'style');
    assert.ok(
      style?.text.endsWith(
        '@media screen{:root{--plate:#123456;}}@media screen and (prefers-color-scheme:dark){:root{--plate-deep:#abcdef;}}',
      ),
      path,
    );
    const script = elements.find(({ name, attributes }) => name === 'script' && !attributes['type']);
    for (const own of [style, script]) if (own) assert.ok(policy.includes(hashSource(own.text)), path);
    assert.match(policy, /frame-src 'self' [^;]*https:\/\/frames\.example\.com/);
    assert.equal(policy.includes('https://widgets.example.com'), path === '/news', path);
    assert.match(policy, /img-src 'self' data: https:\/\/pictures\.example\.com;/);
    assert.match(policy, /media-src 'self' https:\/\/films\.example\.com;/);
    assert.equal(elements[0]?.attributes['lang'], 'es-MX');
  }
  const news = readElements((await fresh.app.inject('/news')).body);
  const frame = news.find(({ name }) => name === 'iframe');
  assert.equal(frame?.attributes['src'], 'https://widgets.example.com/news?a="><script>');
  assert.equal(frame.attributes['referrerpolicy'], 'no-referrer');
  assert.ok(frame.attributes['sandbox']);
});

test("sandboxes the document of a vendor's script, and escapes what the site file says about it", async () => {
  const script = 'https://widgets.example.com/w.js?</script><script>alert(1)</script>';
  const attributes = { id: 'w', 'data-symbol': '"><script>alert(2)</script>' };
  const { value } = checkSite(
    {
      ...demoSite(),
      embeds: {
        ...demoSite().embeds,
        cashBids: { script: 'https://widgets.example.com/bids.js' },
        pages: { '/news': { script, attributes }, '/market-snapshot': 'https://frames.example.com/' },
      },
    },
    'site.json',
  );
  assert.ok(value);
  await using fresh = await openTestSite({ site: value });
  for (const path of ['/embeds/news', '/embeds/cash-bids.html']) {
    const { statusCode, body, headers } = await fresh.app.inject(path);
    assert.equal(statusCode, 200);
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /; sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox$/);
    const scripts = readElements(body).filter(({ name }) => name === 'script');
    assert.deepEqual(
      scripts.map(({ text }) => policy.includes(hashSource(text))),
      [true],
    );
    assert.equal(scripts[0]?.text.includes('function prepareBids'), path === '/embeds/cash-bids.html');
  }
  const news = readElements((await fresh.app.inject('/embeds/news')).body);
  const element = news.find(({ attributes: own }) => own['class'] === 'barchart');
  assert.deepEqual(element?.attributes, { ...attributes, class: 'barchart' });
  for (const path of ['/news', '/cash-bids.html']) {
    const { body, headers } = await fresh.app.inject(path);
    const frame = readElements(body).find(({ name }) => name === 'iframe');
    assert.deepEqual([frame?.attributes['src'], frame?.attributes['class']], [`/embeds${path}`, 'barchart']);
    assert.equal(frame?.attributes['sandbox'], 'allow-scripts allow-popups allow-popups-to-escape-sandbox');
    assert.doesNotMatch(String(headers['content-security-policy']), /widgets\.example|unsafe/);
  }
  for (const path of ['/embeds/market-snapshot', '/embeds/future-detail', '/embeds/', '/embeds/nothing']) {
    assert.equal((await fresh.app.inject(path)).statusCode, 404, path);
  }
});
