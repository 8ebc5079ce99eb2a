import assert from 'node:assert/strict';
import { readdirSync, readlinkSync } from 'node:fs';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { eventually } from '#tests/support/eventually.ts';
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
