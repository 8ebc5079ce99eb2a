import assert from 'node:assert/strict';
import { readdirSync, readlinkSync } from 'node:fs';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { API } from '#contract/paths.ts';
import { eventually } from '#tests/support/eventually.ts';
import { addAdmin, httpClientOf, signIn } from '#tests/support/http-client.ts';
import { listen, open, requestText, sendRequest } from '#tests/support/raw-http.ts';
import { openTestSite } from '#tests/support/test-site.ts';

const FILM = '/media/film.mp4';
const CLIENTS = 20;

test('opens a video once per client that pipelines and does not read, and stops although they wait', async (t) => {
  await using site = await openTestSite();
  const port = await listen(site.app);
  const sockets: Socket[] = [];
  site.app.server.on('connection', (socket) => sockets.push(socket));
  const request = requestText(FILM, { headers: { connection: 'keep-alive' } });
  for (let n = 0; n < CLIENTS; n += 1) {
    const client = await open(port);
    client.pause();
    client.write(request.repeat(20));
    t.after(() => client.destroy());
  }
  let written = 0;
  await eventually(() => {
    const before = written;
    written = sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
    assert.equal(written, before, 'The system still accepts responses.');
    assert.equal(openFilms(), CLIENTS);
  });
  assert.equal((await sendRequest(port, '/store')).status, 200);

  t.mock.timers.enable({ apis: ['setTimeout'] });
  const state = { isClosed: false };
  const closing = site.app.close().then(() => (state.isClosed = true));
  for (let n = 0; n < 1000 && !state.isClosed; n += 1) {
    t.mock.timers.tick(8000);
    await nextTurn();
  }
  t.mock.timers.reset();
  assert.equal(state.isClosed, true);
  await closing;
  await eventually(() => assert.equal(openFilms(), 0));
});

test('keeps one copy of long texts for clients that request them in different orders and do not read', async (t) => {
  await using site = await openTestSite({ seedContent: 'none' });
  await addAdmin(site.database, 'Dana');
  const editor = await signIn(site);
  const types = [
    'MissionStatement',
    'AboutUsMessage',
    'ProductSeedMessage',
    'ProductFertMessage',
    'ProductChemMessage',
  ];
  const message = `<p>${'x'.repeat(900_000)}</p>`;
  for (const configType of types)
    assert.equal((await editor.post(API.saveSiteText, { configType, message })).statusCode, 200);

  const client = httpClientOf(site);
  const url = `${API.siteTexts}?ids=13,2,99,2,1`;
  const { body, headers } = await client.get(url);
  assert.deepEqual(
    (JSON.parse(body) as { configId: number; content: string }[]).map(({ configId, content }) => [
      configId,
      content,
    ]),
    [13, 2, 1].map((id) => [id, message]),
  );
  assert.equal(headers['content-length'], String(Buffer.byteLength(body)));
  assert.equal((await client.post(API.siteTexts, [13, 2, 99, 2, 1])).body, body);
  assert.equal((await client.get(url, { 'if-none-match': String(headers.etag) })).statusCode, 304);

  const port = await listen(site.app);
  const sockets: Socket[] = [];
  site.app.server.on('connection', (socket) => sockets.push(socket));
  const before = process.memoryUsage().arrayBuffers;
  for (let n = 0; n < CLIENTS; n += 1) {
    const ids = [1, 2, 12, 13, 14].map((_, at, all) => all[(at + 1 + (n % 4)) % 5]).join();
    const reader = await open(port);
    reader.pause();
    reader.write(requestText(`${API.siteTexts}?ids=${ids}`));
    t.after(() => reader.destroy());
  }
  await eventually(() => assert.ok(sockets.every(({ writableLength }) => writableLength > 0)));
  const added = process.memoryUsage().arrayBuffers - before;
  assert.ok(added < 20_000_000, `${added} bytes for ${CLIENTS} clients`);
});

/** Returns the number of open files of the video in this process. */
function openFilms(): number {
  const folder = '/proc/self/fd';
  const links = readdirSync(folder).map((name) => {
    try {
      return readlinkSync(`${folder}/${name}`);
    } catch {
      return '';
    }
  });
  return links.filter((path) => path.endsWith(FILM)).length;
}
