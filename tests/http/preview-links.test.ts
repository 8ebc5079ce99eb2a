import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import {
  PREVIEW_LINKS_MAX,
  type NewPreviewLink,
  type PreviewLink,
  type SaveRequest,
} from '#contract/drafts.ts';
import { API, PREVIEW_PAGE } from '#contract/paths.ts';
import {
  addAdmin,
  httpClientOf,
  onBothSites,
  onSite,
  signIn,
  type AdminClient,
} from '#tests/support/http-client.ts';
import type { TestSite } from '#tests/support/test-site.ts';

const save: SaveRequest = {
  method: 'POST',
  path: API.saveSiteText,
  body: { configType: 'AnnouncementMessage', message: '<p>Closed on Thursday</p>' },
};

async function addLink(admin: AdminClient, more: object = {}): Promise<NewPreviewLink> {
  const response = await admin.post(API.previewLinks, { path: '/', saves: [save], ...more });
  assert.equal(response.statusCode, 200, response.body);
  return response.json<NewPreviewLink>();
}

const listLinks = async (admin: AdminClient) => (await admin.get(API.previewLinks)).json<PreviewLink[]>();

/** Opens a link as a visitor. */
const open = (site: TestSite, token: string) => httpClientOf(site).get(`${PREVIEW_PAGE}/${token}`);

async function assertMissing(site: TestSite, token: string, name = token) {
  const [opened, unknown] = [await open(site, token), await httpClientOf(site).get('/no-such-page')];
  assert.equal(opened.statusCode, 404, name);
  assert.equal(opened.body, unknown.body, name);
}

const setLee = (site: TestSite, values: object) =>
  site.database.write((db) => db.updateTable('admin').set(values).where('username', '=', 'Lee').execute());

/** Adds a person of a role, and signs in as that person. */
async function addLee(site: TestSite, role: string): Promise<AdminClient> {
  await addAdmin(site.database, 'Lee');
  await setLee(site, { role });
  return signIn(site, { username: 'Lee' });
}

onBothSites('shows a preview to a visitor, without scripts, until it is deleted', async ({ site }) => {
  const dana = await signIn(site);
  const { id, token } = await addLink(dana);
  const { statusCode, body, headers } = await open(site, token);
  assert.equal(statusCode, 200);
  assert.ok(body.includes('Closed on Thursday') && body.includes('Preview. Not on the website.'));
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['x-robots-tag'], 'noindex');
  assert.equal(headers['referrer-policy'], 'no-referrer');
  assert.match(String(headers['content-security-policy']), /script-src 'none';/);
  assert.ok(!(await httpClientOf(site).get('/')).body.includes('Closed on Thursday'));
  const rows = await site.database.read((db) => db.selectFrom('preview_link').selectAll().execute());
  assert.ok(!JSON.stringify(rows).includes(token));
  assert.deepEqual(
    (await listLinks(dana)).map((link) => [link.id, link.path, link.createdBy]),
    [[id, '/', 'Dana']],
  );
  assert.equal((await dana.delete(`${API.previewLinks}/${id}`)).statusCode, 200);
  await assertMissing(site, token);
  assert.equal((await dana.delete(`${API.previewLinks}/${id}`)).statusCode, 404);
});

onSite('opens none of 1,000 forged, foreign, and ended links', async ({ site, clock }) => {
  const dana = await signIn(site);
  const lee = await addLee(site, 'content');
  const ended = await Promise.all(Array.from({ length: 20 }, async () => (await addLink(lee)).token));
  clock.ms += 60 * 60_000;
  const { id, token } = await addLink(dana);
  const hashes = await site.database.read((db) =>
    db.selectFrom('preview_link').select('token_hash').execute(),
  );
  const [hash = ''] = hashes.map((row) => row.token_hash);
  const { token: foreign } = (
    await dana.post(API.personLinks, { role: 'prices', locations: null, lastDay: null })
  ).json<NewPreviewLink>();
  const changed = Array.from(
    token,
    (letter, at) => token.slice(0, at) + (letter === 'A' ? 'B' : 'A') + token.slice(at + 1),
  );
  const forged = [
    id,
    hash,
    foreign,
    dana.token,
    '',
    '.',
    '%00',
    'null',
    '*',
    `${token}x`,
    token.slice(1),
    token.toUpperCase(),
    `${token}/x`,
    ...ended,
    ...changed,
    'x'.repeat(5000),
  ];
  const random = Array.from({ length: 1000 - forged.length }, () => randomBytes(32).toString('base64url'));
  let opened = 0;
  for (const [at, each] of [...forged, ...random].entries()) {
    const address = `10.0.${at >> 4}.1`;
    const { statusCode, body } = await httpClientOf(site, { address }).get(`${PREVIEW_PAGE}/${each}`);
    if (statusCode === 200 || body.includes('Closed on Thursday')) opened += 1;
  }
  assert.equal(opened, 0);
  assert.equal((await open(site, token)).statusCode, 200);
});

onSite('opens a link whatever others in its network have guessed', async ({ site }) => {
  const { token } = await addLink(await signIn(site));
  for (let guess = 0; guess < 200; guess += 1) await open(site, `guess-${guess}`);
  assert.equal((await open(site, token)).statusCode, 200);
});

onSite(
  'ends a link after an hour, and with the account or the right of the person who made it',
  async ({ site, clock }) => {
    const lee = await addLee(site, 'content');
    const { token } = await addLink(lee);
    clock.ms += 60 * 60_000 - 1;
    assert.equal((await open(site, token)).statusCode, 200);
    const without: [name: string, values: object][] = [
      ['another role', { role: 'scale-house' }],
      ['switched off', { role: 'content', disabled_at: '2026-01-01T00:00:00.000Z' }],
      ['ended', { disabled_at: null, ends_at: '2026-01-01T00:00:00.000Z' }],
    ];
    for (const [name, values] of without) {
      await setLee(site, values);
      await assertMissing(site, token, name);
    }
    await setLee(site, { ends_at: null });
    assert.equal((await open(site, token)).statusCode, 200);
    clock.ms += 1;
    await assertMissing(site, token, 'after an hour');
    await site.database.write((db) => db.deleteFrom('admin').where('username', '=', 'Lee').execute());
    assert.deepEqual(
      await site.database.read((db) => db.selectFrom('preview_link').select('id').execute()),
      [],
    );
  },
);

onSite('view-only role: makes no link to what a person may not save', async ({ site }) => {
  const dana = await signIn(site);
  const lee = await addLee(site, 'scale-house');
  const refused = await lee.post(API.previewLinks, { path: '/', saves: [save] });
  assert.deepEqual([refused.statusCode, refused.json<{ code: string }>().code], [403, 'no-right']);
  assert.equal((await httpClientOf(site).post(API.previewLinks, { path: '/', saves: [] })).statusCode, 401);
  for (const body of [
    { path: '/admin/dashboard', saves: [] },
    { path: '/', saves: [{ method: 'POST', path: API.signOut }] },
  ])
    assert.ok([400, 403].includes((await dana.post(API.previewLinks, body)).statusCode));
  const { id } = await addLink(dana);
  assert.deepEqual(await listLinks(lee), []);
  assert.equal((await lee.delete(`${API.previewLinks}/${id}`)).statusCode, 404);
  const own = await addLink(lee, { saves: [] });
  assert.equal((await listLinks(dana)).length, 2);
  assert.equal((await dana.delete(`${API.previewLinks}/${own.id}`)).statusCode, 200);
});

onSite('link made by GET: creates nothing, whatever the address has', async ({ site }) => {
  const dana = await signIn(site);
  const query = `path=/&saves=[]&token=abc`;
  for (const url of [
    `${API.previewLinks}?${query}`,
    `${PREVIEW_PAGE}/abc?${query}`,
    `${PREVIEW_PAGE}?${query}`,
  ]) {
    await dana.get(url);
    await site.app.inject({ method: 'HEAD', url, headers: { cookie: dana.cookie } });
  }
  assert.deepEqual(await listLinks(dana), []);
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const)
    assert.equal(
      (await site.app.inject({ method, url: `${PREVIEW_PAGE}/abc`, headers: { cookie: dana.cookie } }))
        .statusCode,
      404,
    );
  const foreign = await dana.post(
    API.previewLinks,
    { path: '/', saves: [] },
    { 'sec-fetch-site': 'cross-site' },
  );
  assert.equal(foreign.statusCode, 403);
});

onSite('token chosen by the client: is refused, and opens nothing', async ({ site }) => {
  const dana = await signIn(site);
  for (const more of [
    { token: 'chosen' },
    { id: 'chosen' },
    { expiresAt: '2030-01-01T00:00:00.000Z' },
    { adminId: 'x' },
  ])
    assert.equal((await dana.post(API.previewLinks, { path: '/', saves: [], ...more })).statusCode, 400);
  await assertMissing(site, 'chosen');
  const [one, two] = [await addLink(dana), await addLink(dana)];
  assert.match(one.token, /^[\w-]{43}$/);
  assert.notEqual(one.token, two.token);
});

onSite('keeps a limited number of links, and makes room when they expire', async ({ site, clock }) => {
  const dana = await signIn(site);
  for (let made = 0; made < PREVIEW_LINKS_MAX; made += 1) await addLink(dana, { saves: [] });
  const refused = await dana.post(API.previewLinks, { path: '/', saves: [] });
  assert.deepEqual([refused.statusCode, refused.json<{ code: string }>().code], [400, 'too-many']);
  clock.ms += 60 * 60_000;
  const again = await signIn(site);
  await addLink(again);
  assert.equal((await listLinks(again)).length, 1);
});
