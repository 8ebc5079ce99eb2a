import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API, CONTENT_VERSION_HEADER } from '#contract/paths.ts';
import type { Problem } from '#contract/problem.ts';
import { HOURS_TEXT_IDS, SITE_TEXTS, type SavedSiteText, type SiteTextEntry } from '#contract/site-text.ts';
import { readChangeLog } from '#tests/support/change-log.ts';
import {
  addAdmin,
  httpClientOf,
  onBothSites,
  onSite,
  signIn,
  type AdminClient,
} from '#tests/support/http-client.ts';
import { textsOf } from '#tests/support/html.ts';
import { openTestSite, type TestSite } from '#tests/support/test-site.ts';

const JSON_TEXT = (configType: unknown, message: unknown) => JSON.stringify({ configType, message });
const invalid = (field: string) => ({ status: 400, code: 'invalid', field });

const TOO_LARGE = { status: 400, code: 'too-large', field: 'body/message' };

type Rejected = { status: number; code: string; field: string };

const INVALID_JSON = { status: 400, code: 'invalid-json', field: 'body' };
const BODY_TOO_LARGE = { status: 413, code: 'body-too-large', field: 'body' };

const BAD_SAVES: [name: string, body: string, expected: Rejected][] = [
  ['An empty body', '', INVALID_JSON],
  ['A list', '[]', invalid('body')],
  ['No message', '{"configType":"WelcomeMessage"}', invalid('body/message')],
  ['No type', '{"message":"x"}', invalid('body/configType')],
  ['A type in small letters', JSON_TEXT('welcomemessage', 'x'), invalid('body/configType')],
  ['A public name', JSON_TEXT('welcome-message', 'x'), invalid('body/configType')],
  ['A number for a type', JSON_TEXT(0, 'x'), invalid('body/configType')],
  ['A key of every object for a type', JSON_TEXT('constructor', 'x'), invalid('body/configType')],
  ['A number for a message', JSON_TEXT('WelcomeMessage', 5), invalid('body/message')],
  ['Null for a message', JSON_TEXT('WelcomeMessage', null), invalid('body/message')],
  ['U+0000 in plain text', JSON_TEXT('WelcomeMessage', 'a\0b'), invalid('body/message')],
  ['U+0000 in rich text', JSON_TEXT('AboutUsMessage', '<p>a\0b</p>'), invalid('body/message')],
  ['More than 5,000 paragraphs', JSON_TEXT('AboutUsMessage', '<p>x</p>'.repeat(5001)), TOO_LARGE],
  ['Ten thousand lists in each other', JSON_TEXT('AboutUsMessage', '<ul><li>'.repeat(10_000)), TOO_LARGE],
  ['A body over the limit', JSON_TEXT('AboutUsMessage', 'x'.repeat(1024 * 1024)), BODY_TOO_LARGE],
];

test('responds 401 to any save without a session, and names the invalid field with one', async () => {
  await using site = await openTestSite({ seedContent: 'none' });
  await addAdmin(site.database, 'Dana');
  const [editor, ended] = [await signIn(site), await signIn(site)];
  await ended.post(API.signOut);
  const changes = await readChangeLog(site.database);
  for (const [name, body, expected] of BAD_SAVES) {
    for (const visitor of [httpClientOf(site), ended]) {
      assert.equal((await visitor.post(API.saveSiteText, body)).statusCode, 401, name);
    }
    const response = await editor.post(API.saveSiteText, body);
    const { status, code, errors, ...rest } = response.json<Problem>();
    assert.deepEqual({ status, code, field: errors?.[0]?.field }, expected, name);
    assert.equal(response.statusCode, status);
    assert.match(String(response.headers['content-type']), /^application\/problem\+json/);
    assert.deepEqual(Object.keys(rest), ['type', 'title', 'detail']);
    assert.ok(response.body.length < 1000);
  }
  const plain = await editor.post(API.saveSiteText, JSON_TEXT('WelcomeMessage', 'x'), {
    'content-type': 'text/plain',
  });
  assert.equal(plain.statusCode, 415);
  assert.deepEqual(await readChangeLog(site.database), changes);
});

const save = async (editor: AdminClient, configType: string, message: string): Promise<SavedSiteText> => {
  const response = await editor.post(API.saveSiteText, { configType, message });
  assert.equal(response.statusCode, 200, response.body);
  return response.json<SavedSiteText>();
};

onSite('accepts every text up to its maximum length and no longer', async ({ site }) => {
  const editor = await signIn(site);
  const lengths: Record<string, number> = {};
  for (const { id, type, richText, maxLength } of SITE_TEXTS) {
    const length = maxLength ?? 3000;
    if (maxLength !== undefined) {
      lengths[type] = length;
      const response = await editor.post(API.saveSiteText, {
        configType: type,
        message: 'x'.repeat(length + 1),
      });
      assert.equal(response.statusCode, 400, type);
      assert.deepEqual(response.json<Problem>().errors, [
        { field: 'body/message', message: `Use at most ${length === 1000 ? '1,000' : length} characters.` },
      ]);
    }
    const message = richText ? `<p>${'x'.repeat(length)}</p>` : 'x'.repeat(length);
    assert.deepEqual(await save(editor, type, message), {
      content: message,
      version: id + 1,
      changed: true,
    });
  }
  assert.deepEqual(lengths, {
    WelcomeMessage: 1000,
    ContactUsAddress: 300,
    ContactUsPhoneNumber: 100,
    ContactUsFax: 100,
    ContactUsEmergencyNumber: 100,
    ContactUsEmergencyInfo: 1000,
    ContactUsNormMonFri: 100,
    ContactUsNormSatSun: 100,
    ContactUsHarvestMonFri: 100,
    ContactUsHarvestSatSun: 100,
  });
});

onBothSites('publishes a saved text immediately and logs its author', async ({ site }) => {
  const editor = await signIn(site);
  const before = await editor.get(API.allSiteTexts);
  assert.deepEqual(before.json(), Object.fromEntries(SITE_TEXTS.map(({ type }) => [type, ''])));
  assert.equal(before.headers[CONTENT_VERSION_HEADER], '0');

  const visitor = httpClientOf(site);
  for (const { id, type, subject, richText } of SITE_TEXTS) {
    const content = richText ? `<p>The new ${type}</p>` : `The new ${type}`;
    const response = await editor.post(API.saveSiteText, { configType: type, message: content });
    assert.deepEqual(response.json(), { content, version: id + 1, changed: true });
    assert.equal(response.headers['cache-control'], 'no-store');
    const { at, hash: _hash, ...change } = (await readChangeLog(site.database)).at(-1)!;
    const time = HOURS_TEXT_IDS.includes(id) ? { changedAt: at } : {};
    const expected: SiteTextEntry[] = [{ configId: id, content, ...time }];
    assert.deepEqual((await visitor.post(API.siteTexts, [id])).json(), expected);
    const got = await visitor.get(`${API.siteTexts}?ids=${id}`);
    assert.deepEqual(got.json(), expected);
    assert.equal(got.headers[CONTENT_VERSION_HEADER], String(id + 1));
    const logged = { version: id + 1, origin: 'admin', author: 'Dana', subject, item: null };
    assert.deepEqual(change, { ...logged, before: '""', after: JSON.stringify(content) });
  }
  const home = (await visitor.get('/')).body;
  for (const type of ['WelcomeMessage', 'AnnouncementMessage', 'ContactUsHarvestSatSun']) {
    assert.match(home, new RegExp(`The new ${type}`));
  }
  const all = await editor.get(API.allSiteTexts);
  assert.deepEqual(
    Object.keys(all.json<object>()),
    SITE_TEXTS.map(({ type }) => type),
  );
  assert.equal(all.headers[CONTENT_VERSION_HEADER], '17');
  assert.equal(all.headers['cache-control'], 'no-store');
  assert.doesNotMatch(`${home}${all.body}`, /Dana/);
});

const AS_TYPED = [
  `He said "5 < 6 & 7 > 2", it's <b>not</b> bold &amp; &lt;`,
  '<script>alert(1)</script>',
  '🌾👩‍🌾 é e\u0301 ｆｕｌｌ \u202eabc\u202c \u00a0\u0001\u007f',
  '  spaces at the ends  ',
  'one\ntwo\r\nthree\rfour\t\n',
  String.raw`'; drop table site_text; -- $1 ? :name \ %s {{x}}`,
  '',
];

onSite('stores plain text unchanged and shows it literally', async ({ site }) => {
  const editor = await signIn(site);
  for (const message of AS_TYPED) {
    const { content } = await save(editor, 'WelcomeMessage', message);
    assert.equal(content, message);
    assert.equal(
      (await editor.get(API.allSiteTexts)).json<Record<string, string>>()['WelcomeMessage'],
      message,
    );
    const [entry] = (await editor.post(API.siteTexts, [0])).json<SiteTextEntry[]>();
    assert.equal(entry?.content, message);
    // HTML parsers turn every line break into a line feed.
    const shown = message.replaceAll(/\r\n?/g, '\n');
    const texts = textsOf((await editor.get('/')).body, 'p').map((text) => text.replaceAll(/\r\n?/g, '\n'));
    assert.ok(shown === '' || texts.includes(shown), JSON.stringify(message));
  }
});

onBothSites('replaces lone surrogates with U+FFFD and returns the stored text', async ({ site }) => {
  const editor = await signIn(site);
  for (const [type, message, stored] of [
    ['ContactUsFax', 'cut \ud83c', 'cut \ufffd'],
    ['AboutUsMessage', '<p>cut \udf3e</p>', '<p>cut \ufffd</p>'],
  ] as const) {
    assert.equal((await save(editor, type, message)).content, stored);
    assert.equal((await save(editor, type, message)).changed, false);
    assert.equal((await readChangeLog(site.database)).at(-1)?.after, JSON.stringify(stored));
  }
});

// server/platform/rich-text has the rules.
onSite('sanitizes rich text, even when it is nested 10,000 levels deep', async ({ site }) => {
  const editor = await signIn(site);
  for (const [html, cleaned] of [
    [
      '<p onclick="x()">Good <b>morning</b></p><script>alert(1)</script>',
      '<p>Good <strong>morning</strong></p>',
    ],
    [`${'<div>'.repeat(10_000)}deep`, '<p>deep</p>'],
  ] as const) {
    assert.equal((await save(editor, 'AnnouncementMessage', html)).content, cleaned);
    const [entry] = (await editor.post(API.siteTexts, [16])).json<SiteTextEntry[]>();
    assert.equal(entry?.content, cleaned);
    assert.equal((await readChangeLog(site.database)).at(-1)?.after, JSON.stringify(cleaned));
  }
});

onSite('does not log a save without changes, and ignores unknown fields', async ({ site }) => {
  const editor = await signIn(site);
  const body = { configType: 'ContactUsFax', message: '660-555-0143' };
  const more = { ...body, author: 'Eve', version: 99, id: 1, content: 'other' };
  assert.equal((await editor.post(API.saveSiteText, more)).statusCode, 200);
  for (let n = 0; n < 2; n += 1) {
    const response = await editor.post(API.saveSiteText, body);
    assert.deepEqual(response.json(), { content: body.message, version: 1, changed: false });
  }
  const changes = await readChangeLog(site.database);
  assert.deepEqual(
    changes.map(({ author, version }) => [author, version]),
    [['Dana', 1]],
  );
});

const saveFrom = (editor: AdminClient, seen: unknown, message: string, configType = 'ContactUsFax') =>
  editor.post(API.saveSiteText, { configType, message }, { [CONTENT_VERSION_HEADER]: String(seen) });

onSite('rejects an invalid content version', async ({ site }) => {
  const editor = await signIn(site);
  for (const seen of ['', 'x', '-1', '1.5', '1e3', '0x1', '1,1', '1, 2', '٣', '9999999999', 'null', '"1"']) {
    assert.equal(
      (await httpClientOf(site).post(API.saveSiteText, '{', { [CONTENT_VERSION_HEADER]: seen })).statusCode,
      401,
    );
    const response = await saveFrom(editor, seen, 'x');
    assert.equal(response.statusCode, 400, seen);
    assert.equal(response.json<Problem>().errors?.[0]?.field, `headers/${CONTENT_VERSION_HEADER}`);
  }
  assert.deepEqual(await readChangeLog(site.database), []);
});

test('responds 409 without an author when only the demo content changed the text', async () => {
  await using site: TestSite = await openTestSite();
  await addAdmin(site.database, 'Dana');
  const rejected = await saveFrom(await signIn(site), 0, 'x');
  assert.equal(rejected.statusCode, 409);
  assert.equal(rejected.json<Problem>().current?.author, null);
});
