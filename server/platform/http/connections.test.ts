import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { test, type TestContext } from 'node:test';
import { eventually } from '#tests/support/eventually.ts';
import { open, requestText } from '#tests/support/raw-http.ts';
import { limitConnections } from './connections.ts';

const MINUTE_MS = 60_000;
const MANY = { total: 100, perNetwork: 100 };

async function start({
  limits = MANY,
  isProxy = () => false,
  handle = (_, response) => void response.end(),
}: {
  limits?: { total: number; perNetwork: number };
  isProxy?: (address: string) => boolean;
  handle?: RequestListener;
} = {}) {
  const server = createServer({ keepAliveTimeout: MINUTE_MS }, handle);
  limitConnections(server, { limits, isProxy });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Returns true if the server responds on the connection, and false if it has closed the connection. */
async function isServed(socket: Socket): Promise<boolean> {
  socket.write(requestText('/', { headers: { connection: 'keep-alive' } }));
  return Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)]);
}

async function openFrom(port: number, localAddress: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

test('rejects connections over the limit of one address until another one is closed', async () => {
  await using server = await start({ limits: { total: 100, perNetwork: 2 } });
  const [one, two] = [await open(server.port), await open(server.port)];
  assert.deepEqual([await isServed(one), await isServed(two)], [true, true]);
  assert.equal(await isServed(await open(server.port)), false);
  assert.equal(await isServed(await openFrom(server.port, '127.0.0.2')), true);
  one.destroy();
  await eventually(async () => assert.equal(await isServed(await open(server.port)), true));
});

test('counts the connections of a proxy only toward the total', async () => {
  await using server = await start({
    limits: { total: 3, perNetwork: 1 },
    isProxy: (address) => address === '127.0.0.1',
  });
  for (let n = 0; n < 3; n += 1) assert.equal(await isServed(await open(server.port)), true);
  assert.equal(await isServed(await open(server.port)), false);
});

const LARGE = Buffer.alloc(60_000_000);
/** More than the operating system keeps of a response between server and client. */
const PART = 15_000_000;

/** Starts a server with large responses, and a client that does not read its response. */
async function startStalled(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const served: Socket[] = [];
  const server = await start({
    handle: (request, response) => {
      served.push(request.socket);
      response.end(LARGE);
    },
  });
  const client = await open(server.port);
  client.pause();
  client.write(requestText('/'));
  const socket = await eventually(() => {
    assert.ok(served[0] && served[0].writableLength > 0);
    return served[0];
  });
  return { ...server, client, socket };
}

/** Receives at least this many bytes, and then stops reading immediately: later, the response may have been received. */
async function receive(socket: Socket, bytes: number): Promise<void> {
  const end = socket.bytesRead + bytes;
  while (socket.bytesRead < end) {
    await once(socket.resume(), 'data');
    socket.pause();
  }
}

test('closes a connection whose client receives nothing for a minute', async (t) => {
  await using server = await startStalled(t);
  t.mock.timers.tick(5000);
  t.mock.timers.tick(MINUTE_MS - 5000);
  assert.equal(server.socket.destroyed, false);
  t.mock.timers.tick(5000);
  assert.equal(server.socket.destroyed, true);
});

test('keeps a connection whose client receives a large response slowly', async (t) => {
  await using server = await startStalled(t);
  for (let minute = 0; minute < 3; minute += 1) {
    t.mock.timers.tick(MINUTE_MS - 5000);
    await receive(server.client, PART);
    t.mock.timers.tick(5000);
    assert.equal(server.socket.destroyed, false);
  }
});

test('keeps an idle connection, and one whose response is not ready', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  await using server = await start({
    handle: (request, response) => void (request.url === '/' && response.end()),
  });
  const [idle, waiting] = [await open(server.port), await open(server.port)];
  assert.equal(await isServed(idle), true);
  waiting.write(requestText('/slow', { headers: { connection: 'keep-alive' } }));
  t.mock.timers.tick(3 * MINUTE_MS);
  assert.equal(await isServed(idle), true);
  assert.equal(waiting.readyState, 'open');
});
