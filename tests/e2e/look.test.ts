import type { Page } from '@playwright/test';
import { installGeometry } from '#bench/look/geometry.ts';
import { MEASURES, type View } from '#bench/look/measures.ts';
import { expect, test } from './fixtures.ts';

const VIEW: View = { width: 390, height: 640, scheme: 'light', smallestText: 16, bodyText: 18 };

const STYLE = `
  :root { --gold: #e3ac2f; --gold-tint: #fbf0d3; --plate: #17492c }
  body { margin: 0; background: #fbfaf4; color: #191e19; font: 19px/1.4 Arial }
  main { padding: 16px; max-width: 600px }
  h1, h2 { font: 700 24px/1.2 Besley, serif; margin: 0 0 12px }
  th, td { padding: 8px 0 } td + td { text-align: right; white-space: nowrap }
  table { border-collapse: collapse; width: 100% }
  input, button { font: inherit; box-sizing: border-box; height: 44px; border: 1px solid #747a6d; background: #fff }
`;

/** Parts of a page that meet every point. A broken page replaces or adds one. */
const GOOD = {
  style: '',
  heading: '<h1>Cash bids at Hickory Bend</h1>',
  text: '<p>Call the office at 660-555-0142. It is open until 5:00 pm.</p>',
  table: `<table><caption>Bids</caption><thead><tr><th scope="col" align="left">Crop</th><th scope="col" align="right">Cash</th></tr></thead>
    <tbody><tr><td>Corn</td><td>4.12</td></tr><tr><td>Soybeans</td><td>10.20</td></tr></tbody></table>`,
  field: '<label>Name <input autocomplete="name"></label> <button type="button">Update</button>',
  footer: '',
};

type Parts = Partial<typeof GOOD>;

async function show(page: Page, parts: Parts, view: View): Promise<void> {
  const { style, heading, text, table, field, footer } = { ...GOOD, ...parts };
  await page.setViewportSize(view);
  await page.route(
    '/shown',
    (route) =>
      route.fulfill({
        contentType: 'text/html; charset=utf-8',
        body: `<!doctype html><html lang="en"><head><title>Bids</title><style>${STYLE}${style}</style></head>
          <body><main>${heading}${text}${table}${field}</main>${footer}</body></html>`,
      }),
    { times: 1 },
  );
  await page.goto('/shown');
  await installGeometry(page);
}

const findWith = (name: string, page: Page, view: View) =>
  MEASURES.find((measure) => measure.name === name)!.find(page, view);

const LONG = 'The elevator stays open late while the corn comes in from the fields. '.repeat(5);

/** Pages with one fault, by the measure that has to find it, with what it finds. */
const BROKEN: readonly (readonly [measure: string, finding: RegExp, parts: Parts, view?: Partial<View>])[] = [
  ['axe, text 7:1', /^color-contrast-enhanced p/, { style: 'p { color: #6f6f6f }' }],
  ['control edges 3:1', /^1\.\d:1 input “Name/, { style: 'input { border-color: #ddd }' }],
  ['control edges 3:1', /^1\.0:1 input “Name/, { style: 'input { border: 0; background: none }' }],
  ['control edges 3:1', /^1\.\d:1 button “Update”/, { style: 'button { border-color: #d5cfbd }' }],
  ['gold and green', /^--gold is 1\d\.\d%/, { style: 'main { border-top: 120px solid #e3ac2f }' }],
  ['gold tint', /^--gold-tint is/, { style: 'table { background: #fbf0d3; height: 300px }' }],
  ['gold and green', /^--plate is/, { style: 'h1 { border-bottom: 200px solid #17492c }' }],
  ['flat surfaces', /^table “Bids/, { style: 'table { box-shadow: 0 2px 8px #000 }' }],
  ['flat surfaces', /^p “Call/, { style: 'p { background: linear-gradient(#fff, #eee) }' }],
  ['targets 44 px', /<button.* x 40$/, { style: 'button { height: 40px }' }],
  ['no overflow', /^5\d\d px$/, { style: 'table { width: 500px }' }],
  ['no text cut off', /^cut off: Call/, { style: 'p { overflow: hidden; white-space: nowrap }' }],
  ['no text cut off', /^overlapping: Call/, { style: 'table { margin-top: -66px }' }],
  ['left edges', /^8\.0 px from its heading .*p “Call/, { style: 'p { padding-left: 8px }' }],
  ['left edges', /^-6\.0 px from its heading .*table/, { style: 'table { margin-left: -6px }' }],
  [
    'left edges',
    /^4\.0 px from its table's left edge: td “Corn”/,
    { style: 'td:first-child { padding-left: 4px }' },
  ],
  [
    'left edges',
    /^1\.0 px from the page's left edge/,
    {
      footer: '<footer style="padding-left: 17px">Office</footer>',
      heading: '<header>Co-op</header><h1>Bids</h1>',
      style: 'body > header { padding: 0 16px }',
    },
  ],
  ['no empty 400 px', /^5\d\d px below p “Call/, { style: 'p { margin-bottom: 500px }' }],
  [
    'no empty 400 px',
    /^5\d\d px below p “Call/,
    {
      style:
        'main { display: grid; grid-template-columns: 1fr 1fr } table { height: 600px } h1 { grid-column: 1 / 3 }',
      field: '',
    },
  ],
  ['no empty 400 px', /px below footer “Office”$/, { footer: '<footer>Office</footer>' }],
  ['type size', /^15 px p “Call/, { style: 'p { font-size: 15px }' }],
  ['type size', /^17 px is the size of body text/, { style: 'main { font-size: 17px }' }],
  [
    'line length',
    /^\d\d+ characters: p “The elevator/,
    { text: `<p>${LONG}</p>`, style: 'main { max-width: none }' },
    { width: 1280 },
  ],
  [
    'line length',
    /^[123]\d characters: p “The elevator/,
    { text: `<p>${LONG}</p>`, style: 'p { max-width: 200px }' },
  ],
  ['headings', /^0 elements h1/, { heading: '<h2>Bids</h2>' }],
  ['headings', /^Arial: h1/, { style: 'h1 { font-family: Arial }' }],
  ['headings', /^“Bend” alone on a line/, { heading: '<h1>Cash bids at Hickory<br>Bend</h1>' }],
  [
    'headings',
    /^broken word “Cooperative”/,
    { heading: '<h1>Cooperative</h1>', style: 'h1 { width: 80px; overflow-wrap: anywhere }' },
  ],
  ['headings', /^\d lines: h1/, { style: 'h1 { width: 5ch }' }],
  ['unbroken times', /^“5:00 pm”/, { text: '<p style="width: 0">5:00 pm</p>' }],
  ['unbroken times', /^“660-555-0142”/, { text: '<p style="width: 4ch">660-555-0142</p>' }],
  [
    'number columns',
    /^“10\.20” ends -\d/,
    {
      table: GOOD.table.replace('10.20', '<b>10.20</b> old'),
    },
  ],
  [
    'number columns',
    /^tabular Besley: td/,
    { style: 'td { font-family: Besley; font-variant-numeric: tabular-nums }' },
  ],
  [
    'largest numbers',
    /^30 px p “612”/,
    { text: '<p style="font-size: 30px">612</p>' },
    { largestNumbers: ['4.12', '10.20'] },
  ],
  ['largest numbers', /^No price is shown/, {}, { largestNumbers: ['3.99'] }],
];

test('finds nothing in a good page', async ({ page }) => {
  const view = { ...VIEW, largestNumbers: ['4.12', '10.20'] };
  await show(page, {}, view);
  for (const { name, find } of MEASURES) expect(await find(page, view), name).toEqual([]);
});

test('finds each fault in a page that has it', async ({ page }) => {
  test.slow();
  for (const [name, finding, parts, view] of BROKEN) {
    const shown = { ...VIEW, ...view };
    await show(page, parts, shown);
    const found = await findWith(name, page, shown);
    expect
      .soft(
        found.some((each) => finding.test(each)),
        `${name}: ${found.join('\n')}`,
      )
      .toBe(true);
  }
});

test('finds a layout shift', async ({ page }) => {
  await show(page, {}, VIEW);
  await untilPainted(page);
  await page.locator('h1').evaluate((heading) => (heading.style.marginTop = '300px'));
  await untilPainted(page);
  expect(await findWith('layout shift', page, VIEW)).toEqual([expect.stringMatching(/^0\.\d+ .*p “Call/)]);
});

const untilPainted = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

test('checks every measure with a broken page', () => {
  const checked = new Set([...BROKEN.map(([name]) => name), 'layout shift']);
  expect(MEASURES.map(({ name }) => name).filter((name) => !checked.has(name))).toEqual([]);
});
