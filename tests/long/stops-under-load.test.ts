import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from '#tests/support/server-process.ts';

const CLIENTS = 20;
/** Longest time from the signal to the end of the process: the drain, running requests, and some for a busy machine. */
const LIMIT_MS = 12_000;

/** Requests the home page until the server is not ready, like the clients of a balancer. Throws for a failed request. */
async function visit(url: string, { keepAlive, isReady }: { keepAlive: boolean; isReady: () => boolean }) {
  const agent = new Agent({ keepAlive, maxSockets: 1 });
  let responses = 0;
  for (; isReady(); responses += 1) assert.equal(await request(url, agent), 200);
  agent.destroy();
  return responses;
}

async function request(url: string, agent?: Agent): Promise<number | undefined> {
  const sent = get(url, { agent });
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  for await (const _ of response);
  return response.statusCode;
}

test('fails no request of a balancer when it stops under load', async () => {
  await using server = await startServer({
    DRAIN_SECONDS: '2',
    ADMIN_PASSWORD: 'a password for tests',
    // Without a balancer, the drain ends when no connection is left.
    TRUST_PROXY: 'loopback',
  });
  let ready = true;
  const visits = Array.from({ length: CLIENTS }, async (_, n) =>
    visit(server.url, { keepAlive: n % 2 === 0, isReady: () => ready }),
  );
  await sleep(500);
  server.child.kill('SIGTERM');
  while (ready) {
    await sleep(50);
    ready = (await request(`${server.url}/readyz`)) === 200;
  }
  for (const responses of await Promise.all(visits)) assert.ok(responses > 0);
});

test('stops within its time although clients send and read nothing', async () => {
  await using server = await startServer({ DRAIN_SECONDS: '1', ADMIN_PASSWORD: 'a password for tests' });
  const port = Number(new URL(server.url).port);
  const silent = Array.from({ length: CLIENTS }, (_, n) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.pause();
    // One part of a request, or requests whose responses are never read.
    if (n % 3 === 1) socket.write('GET / HTTP/1.1\r\nhost: x');
    if (n % 3 === 2) socket.write('GET /media/film.mp4 HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(20));
    return socket;
  });
  await sleep(200);
  const start = performance.now();
  const closed = once(server.child, 'close');
  server.child.kill('SIGTERM');
  await closed;
  assert.ok(performance.now() - start < LIMIT_MS);
  for (const socket of silent) socket.destroy();
});
