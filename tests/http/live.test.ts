import assert from 'node:assert/strict';
import { VERSION_PATH } from '#contract/version-path.ts';
import { markIn } from '#app/browser/watch-version.ts';
import { httpClientOf, onSite } from '#tests/support/http-client.ts';
import { listen, sendRequest } from '#tests/support/raw-http.ts';

onSite('tells open pages in under 200 bytes whether they are current', async ({ site }) => {
  const visitor = httpClientOf(site);
  const markOf = async (path: string) => markIn((await visitor.get(path)).body);
  const pages = ['/', '/products', '/board', '/harvest', '/cash-bids.html'];
  const asked = await visitor.get(VERSION_PATH);
  assert.equal(asked.headers['cache-control'], 'no-cache');
  assert.match(asked.body, /^[\w-]{16}$/);
  for (const page of pages) assert.equal(await markOf(page), asked.body, page);

  const port = await listen(site.app);
  const headers = { 'if-none-match': String(asked.headers['etag']) };
  const { status, lines } = await sendRequest(port, VERSION_PATH, { headers });
  assert.equal(status, 304);
  const others = ['HTTP/1.1 304 Not Modified', `Date: ${new Date().toUTCString()}`, 'Connection: keep-alive'];
  const sent = [...others, 'Keep-Alive: timeout=10', ...lines.filter((line) => !line.startsWith('HTTP')), ''];
  assert.ok(sent.map((line) => `${line}\r\n`).join('').length < 200, lines.join());

  await site.change({ texts: { WelcomeMessage: 'New.' } });
  const { body: changed } = await visitor.get(VERSION_PATH);
  assert.notEqual(changed, asked.body);
  for (const page of pages) assert.equal(await markOf(page), changed, page);
});

onSite('sends a page to itself as it is in a tab or an iframe', async ({ site }) => {
  const visitor = httpClientOf(site);
  for (const path of ['/cash-bids.html', '/harvest']) {
    for (const dest of ['document', 'iframe']) {
      const headers = { 'sec-fetch-dest': dest };
      const [loaded, own] = [
        await httpClientOf(site, { headers }).get(path),
        await visitor.get(`${path}?dest=${dest}`),
      ];
      assert.equal(own.body, loaded.body, `${path} ${dest}`);
    }
  }
});
