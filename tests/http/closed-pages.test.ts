import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OwnPage } from '#contract/own-pages.ts';
import { API } from '#contract/paths.ts';
import type { Site } from '#contract/site.ts';
import { addAdmin, signIn, type AdminClient } from '#tests/support/http-client.ts';
import { listen, sendRequest } from '#tests/support/raw-http.ts';
import { demoSite, openTestSite, type TestSite } from '#tests/support/test-site.ts';

/** Time after a save in which nothing may render a page for visitors who cannot open it. */
const WATCHED_MS = 250;
const ENCODINGS = ['br', 'gzip', 'identity'];
const PAST_PRICES = '/price-sheet?at=2020-01-01T09:00';

let site: TestSite;
let editor: AdminClient;
let port: number;
before(async () => {
  site = await openTestSite();
  await addAdmin(site.database, 'Dana');
  editor = await signIn(site);
  port = await listen(site.app);
});
after(() => site[Symbol.asyncDispose]());

const aPage = (id: string, more: Partial<OwnPage> = {}): OwnPage => ({
  id,
  address: id,
  title: id,
  description: '',
  inMenu: false,
  hidden: false,
  blocks: [{ id: 'b1', kind: 'heading', level: 2, text: 'First text' }],
  ...more,
});

const aBrand = (address: string): Site['seedBrands'][number] => ({
  address,
  name: 'Acme',
  heading: 'Seed for dry ground',
  programs: [],
  categories: [],
  services: [],
});

async function done(sending: ReturnType<AdminClient['post']>): Promise<void> {
  const response = await sending;
  assert.equal(response.statusCode, 200, response.body);
}

const saveSettings = (values: Partial<Site>) => done(editor.post(API.siteSettings, { values }));
const savePage = (page: OwnPage) => done(editor.put(`${API.ownPages}/${page.id}`, page));
const saveText = (message: string) =>
  done(editor.post(API.saveSiteText, { configType: 'WelcomeMessage', message }));

/** Returns the statuses and redirects that visitors get at a path, with each method, encoding, and validator. */
async function visit(path: string, etag = '"unknown"'): Promise<Set<string>> {
  const responses = [];
  for (const encoding of ENCODINGS) {
    for (const method of ['GET', 'HEAD']) {
      const headers = { 'accept-encoding': encoding, 'if-none-match': etag };
      responses.push(await sendRequest(port, path, { method, headers }));
    }
  }
  return new Set(responses.map(({ status, headers }) => `${status} ${headers['location'] ?? ''}`.trim()));
}

/** Visits paths until the server caches and compresses their responses. Returns an ETag of each. */
async function fillCaches(paths: readonly string[]): Promise<Map<string, string>> {
  const etags = new Map<string, string>();
  for (const path of paths) {
    assert.deepEqual([...(await visit(path))], ['200'], path);
    const { headers } = await sendRequest(port, path, { headers: { 'accept-encoding': 'br' } });
    etags.set(path, headers['etag'] ?? '');
  }
  return etags;
}

test('closes and moves visited pages immediately, and keeps them so while other things are saved', async () => {
  const { parts, pioneer, pastPrices } = demoSite();
  for (const id of ['dinner', 'careers', 'sale']) await done(editor.post(API.ownPages, aPage(id)));
  await saveSettings({ seedBrands: [aBrand('acme')], pastPrices: { ...pastPrices, public: true } });
  const responses: Record<string, string> = {
    '/dinner': '404',
    '/sale': '404',
    '/careers': '308 /jobs',
    '/careers?from=menu': '308 /jobs?from=menu',
    '/seed/acme': '308 /seed/acme-seed',
    '/pioneer': '404',
    '/gallery': '404',
    '/store': '404',
    '/weather': '404',
  };
  const etags = await fillCaches(Object.keys(responses));
  assert.deepEqual([...(await visit(PAST_PRICES))], ['404'], 'no prices are that old');

  await savePage(aPage('dinner', { hidden: true }));
  await done(editor.delete(`${API.ownPages}/sale`));
  await savePage(aPage('careers', { address: 'jobs' }));
  await saveSettings({
    seedBrands: [aBrand('acme-seed')],
    pioneer: { ...pioneer, shown: false },
    parts: { ...parts, gallery: false, merchandise: false, weather: false },
    pastPrices,
  });
  const saves = [
    () => saveText('Wheat is in.'),
    () => savePage(aPage('dinner', { hidden: true, title: 'Draft' })),
    () => saveText('Corn is in.'),
  ];
  for (const save of saves) {
    await save();
    const end = performance.now() + WATCHED_MS;
    do {
      for (const [path, response] of Object.entries(responses))
        assert.deepEqual([...(await visit(path, etags.get(path)))], [response], path);
      for (const path of ['/jobs', '/seed/acme-seed', '/board'])
        assert.deepEqual([...(await visit(path))], ['200'], path);
      assert.deepEqual([...(await visit(PAST_PRICES))], ['401']);
    } while (performance.now() < end);
    const preview = await sendRequest(port, '/dinner', { headers: { cookie: editor.cookie } });
    assert.deepEqual([preview.status, preview.headers['cache-control']], [200, 'private, no-store']);
    assert.match(preview.text, /First text/);
  }
});
