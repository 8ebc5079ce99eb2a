import assert from 'node:assert/strict';
import { request } from 'node:http';
import { once } from 'node:events';
import { test } from 'node:test';
import type { ClusterStatus } from './cluster-demo.ts';
import { startStatusServer } from './status-server.ts';

const STATUS: ClusterStatus = {
  siteUrl: 'http://127.0.0.1:3000',
  parts: [
    { name: 'Server 1', id: 'server-1', isUp: true, facts: ['Shows change 7'] },
    { name: 'PostgreSQL', id: 'postgresql', isUp: false, facts: [] },
  ],
  hasS3: false,
  pages: { responses: 1234, failures: 1 },
  images: { responses: 0, failures: 0 },
  failures: [{ at: new Date(), reason: '/store: <503>' }],
  lastServers: ['Server 1'],
  change: undefined,
  activity: { text: 'Server 1 has stopped.', state: 'done' },
};

async function startServer() {
  const actions: string[] = [];
  const act = async (action: string) => action === 'price' && actions.push(action) > 0;
  return { actions, ...(await startStatusServer({ act, readStatus: async () => STATUS }, 0)) };
}

test('renders the state of each part, the counts, and the failures without a script', async () => {
  using server = await startServer();
  const html = await (await fetch(server.url)).text();
  assert.match(html, /<p id="server-1" data-live><span class="up">Running<\/span>.*Shows change 7/);
  assert.match(html, /<p id="postgresql" data-live><span class="failed">Not responding<\/span>/);
  assert.match(html, /<dd>1,234<\/dd>.*<dd class="failed">1<\/dd>/);
  assert.match(html, /\/store: &lt;503&gt;/);
  assert.match(html, /There is no S3 server/);
  for (const [, file] of html.matchAll(/(?:src|href)="(\/[\w.]+)"/g)) {
    assert.equal((await fetch(server.url + file)).status, 200);
  }
});

test('performs an action and redirects to the page, but not for another website', async () => {
  using server = await startServer();
  const post = (action: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/${action}`, { method: 'POST', headers, redirect: 'manual' });
  assert.equal((await post('price', { 'sec-fetch-site': 'cross-site' })).status, 403);
  assert.equal((await post('price', { origin: 'https://other.example.com' })).status, 403);
  assert.equal((await post('nothing')).status, 404);
  assert.deepEqual(server.actions, []);
  const response = await post('price', { origin: server.url });
  assert.deepEqual([response.status, response.headers.get('location')], [303, '/']);
  assert.deepEqual(server.actions, ['price']);
});

test('responds only to its own host names, because others can resolve to 127.0.0.1', async () => {
  using server = await startServer();
  const sent = request(server.url, { headers: { host: 'other.example.com:3001' } }).end();
  const [response] = await once(sent, 'response');
  response.resume();
  assert.equal(response.statusCode, 403);
});
