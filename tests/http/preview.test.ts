import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import type { Preview, SaveRequest } from '#contract/drafts.ts';
import { headersOfBase } from '#contract/content-version.ts';
import { API } from '#contract/paths.ts';
import { PREVIEW_BANNER } from '#server/process/previews.ts';
import { addAdmin, signIn, type AdminClient } from '#tests/support/http-client.ts';
import { openTestSite, type TestSite } from '#tests/support/test-site.ts';

const TIME = Date.parse('2026-11-20T15:00:00.000Z');

const aText = (message: string, configType = 'AnnouncementMessage'): SaveRequest => ({
  method: 'POST',
  path: API.saveSiteText,
  body: { configType, message },
});

/** Replaces what no two saves share: the content version, the mark that depends on it, and the ids of new rows. */
const fixed = (html: string) =>
  html
    .replace(/data-mark="[^"]+"/, 'data-mark')
    .replace(/"contentVersion":"[^"]+"/, '"contentVersion"')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID');

async function previewOf(dana: AdminClient, path: string, saves: SaveRequest[], more: object = {}) {
  const response = await dana.post(API.preview, { path, saves, ...more });
  assert.equal(response.statusCode, 200, response.body);
  return response.json<Preview>();
}

function send(dana: AdminClient, { method, path, body, version }: SaveRequest) {
  const headers = version === undefined ? {} : headersOfBase(version);
  if (method === 'DELETE') return dana.delete(path, headers);
  return method === 'PUT' ? dana.put(path, body, headers) : dana.post(path, body, headers);
}

async function openSite(): Promise<{ site: TestSite; dana: AdminClient }> {
  const site = await openTestSite();
  await addAdmin(site.database, 'Dana');
  return { site, dana: await signIn(site) };
}

test('shows the page that the same saves publish, byte for byte but for the banner', async () => {
  mock.timers.enable({ apis: ['Date'], now: TIME });
  const { site, dana } = await openSite();
  await using _ = site;
  const bids = (await dana.get(API.bidList)).json<{ bids: object[]; commodities: object[] }>();
  const [item] = (await dana.get(API.pioneerItems)).json<{ id: string }[]>();
  const [employee] = (await dana.get(API.employees)).json<{ id: string }[]>();
  const [location] = (await dana.get(API.locations)).json<{ id: string }[]>();
  const page = {
    id: 'p1',
    address: 'careers',
    title: 'Careers',
    description: '',
    inMenu: true,
    hidden: false,
    blocks: [{ id: 'b1', kind: 'heading', level: 2, text: 'Open jobs' }],
  };
  const kinds: [path: string, save: SaveRequest][] = [
    ['/', aText('<p>Closed on <b>Thursday</b> &amp; Friday</p>')],
    ['/contact-us', aText('7:00 am - 4:00 pm', 'ContactUsNormMonFri')],
    [
      '/products',
      {
        method: 'POST',
        path: API.priceTable,
        body: {
          TableType: 0,
          ColumnHeaders: { Nitrogen_header_0: 'Product', Nitrogen_header_1: 'Price per ton' },
          AllRows: [{ Nitrogen_row_0_header_0: 'Urea', Nitrogen_row_0_header_1: '612.50' }],
        },
      },
    ],
    ['/', { method: 'PUT', path: API.cashBids, body: { bids: bids.bids.slice(1) } }],
    ['/cash-bids.html', { method: 'PUT', path: API.cashBids, body: { bids: bids.bids.slice(2) } }],
    ['/board', { method: 'PUT', path: API.commodities, body: { commodities: bids.commodities.slice(1) } }],
    [
      '/harvest',
      { method: 'PUT', path: API.harvest, body: { entries: [{ location: '@main', status: 'full' }] } },
    ],
    [
      '/about-us',
      {
        method: 'POST',
        path: API.saveEmployees,
        body: [{ name: 'Ana', title: 'Agronomist', phoneNumber: '555-0100', email: '-' }],
      },
    ],
    ['/about-us', { method: 'DELETE', path: `${API.saveEmployees}/${employee?.id}` }],
    ['/contact-us', { method: 'POST', path: `${API.locations}?bids=keep`, body: [{ name: 'Northside' }] }],
    ['/contact-us', { method: 'DELETE', path: `${API.locations}/${location?.id}?bids=keep` }],
    [
      '/pioneer?category=0',
      {
        method: 'POST',
        path: API.newPioneerItems,
        body: [{ pioneerCategory: 0, description: '<p>P1185AM</p>' }],
      },
    ],
    [
      '/pioneer',
      {
        method: 'POST',
        path: API.pioneerItemUpdates,
        body: [{ id: item?.id, pioneerCategory: 0, description: '<p>Changed</p>' }],
      },
    ],
    ['/pioneer', { method: 'DELETE', path: `${API.newPioneerItems}/${item?.id}` }],
    ['/pioneer', { method: 'POST', path: API.pioneerItemRestore, body: { id: item?.id } }],
    [
      '/',
      {
        method: 'POST',
        path: API.siteSettings,
        body: { values: { name: 'Prairie Cooperative', slogan: 'New' } },
      },
    ],
    ['/careers', { method: 'POST', path: API.ownPages, body: page }],
    [
      '/jobs',
      { method: 'PUT', path: `${API.ownPages}/p1`, body: { ...page, address: 'jobs', title: 'Jobs' } },
    ],
    ['/', { method: 'PUT', path: API.ownPageOrder, body: ['p1'] }],
    ['/jobs', { method: 'DELETE', path: `${API.ownPages}/p1` }],
  ];
  for (const [path, save] of kinds) {
    const name = `${save.method} ${save.path} on ${path}`;
    const before = site.content.snapshot();
    const { html, failed } = await previewOf(dana, path, [save]);
    assert.deepEqual(failed, [], name);
    assert.equal(site.content.snapshot(), before, name);
    const saved = await send(dana, save);
    assert.equal(saved.statusCode, 200, `${name}: ${saved.body}`);
    const published = await dana.get(path, { 'sec-fetch-dest': 'document' });
    assert.equal(html.split(PREVIEW_BANNER).length, 2, name);
    assert.equal(fixed(html.replace(PREVIEW_BANNER, '')), fixed(published.body), name);
  }
  mock.timers.reset();
});
