import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { SERVER_HEADER, startRoundRobin } from './round-robin.ts';

/** Starts a server that is ready, and handles all other requests with `respond`. */
async function startTarget(respond: RequestListener) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/readyz') return response.end();
    seen.push(request.method ?? '');
    respond(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    [Symbol.dispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const respond: RequestListener = (_, response) => void response.end('hello');
const breakOff: RequestListener = (request) => void request.socket.destroy();

/** Like a server that is killed while it responds. */
const breakOffLater: RequestListener = (request, response) => {
  response.writeHead(200, { 'content-length': 5 });
  response.write('he', () => request.socket.resetAndDestroy());
};

for (const [name, broken] of Object.entries({ no: breakOff, 'half a': breakOffLater })) {
  test(`sends a read that gets ${name} response to the next server, and names the one that responded`, () =>
    assertSentToNext(broken));
}

async function assertSentToNext(respondBroken: RequestListener) {
  using broken = await startTarget(respondBroken);
  using working = await startTarget(respond);
  using balancer = await startRoundRobin({ retry: true });
  await balancer.add(broken.url, 'first');
  await balancer.add(working.url, 'second');
  for (let time = 0; time < 4; time += 1) {
    const response = await fetch(`${balancer.url}/prices?of=corn`);
    assert.deepEqual([response.status, response.headers.get(SERVER_HEADER)], [200, 'second']);
    assert.equal(await response.text(), 'hello');
  }
  assert.ok(broken.seen.length > 0);
}

const post = (url: string) => fetch(url, { method: 'POST', body: 'a price' });

test('sends a save only once, and responds with 502 when its server does not', async () => {
  using broken = await startTarget(breakOff);
  using working = await startTarget(respond);
  using balancer = await startRoundRobin({ retry: true });
  await balancer.add(broken.url);
  await balancer.add(working.url);
  const statuses = [(await post(balancer.url)).status, (await post(balancer.url)).status];
  assert.deepEqual(new Set(statuses), new Set([200, 502]));
  assert.deepEqual([broken.seen, working.seen], [['POST'], ['POST']]);
});

test('sends a save that no server accepted to the next one, with its body', async () => {
  const stopped = await startTarget(respond);
  using working = await startTarget((request, response) => void request.pipe(response));
  using balancer = await startRoundRobin({ retry: true });
  await balancer.add(stopped.url);
  await balancer.add(working.url);
  stopped[Symbol.dispose]();
  for (let time = 0; time < 2; time += 1) {
    assert.equal(await (await post(balancer.url)).text(), 'a price');
  }
  assert.deepEqual([stopped.seen, working.seen], [[], ['POST', 'POST']]);
});

test('responds with 503 when no server is ready, and with 502 after all servers failed', async () => {
  using balancer = await startRoundRobin({ retry: true });
  assert.equal((await fetch(balancer.url)).status, 503);
  using broken = await startTarget(breakOff);
  await balancer.add(broken.url);
  assert.equal((await fetch(balancer.url)).status, 502);
});
