import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { test } from 'node:test';
import { eventually } from '#tests/support/eventually.ts';
import { open, requestText } from '#tests/support/raw-http.ts';
import { limitConnections, oneAtATime } from './connections.ts';

const MINUTE_MS = 60_000;
const MANY = { total: 100, perNetwork: 100 };

async function start({
  limits = MANY,
  isProxy = () => false,
  silenceMs,
  handle = (_, response) => void response.end(),
}: {
  limits?: { total: number; perNetwork: number };
  isProxy?: (socket: Socket) => boolean;
  silenceMs?: number;
  handle?: RequestListener;
} = {}) {
  const server = createServer({ keepAliveTimeout: MINUTE_MS }, oneAtATime(handle));
  limitConnections(server, { limits, isProxy, ...(silenceMs !== undefined && { silenceMs }) });
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

const isOpen = async (socket: Socket) => !socket.closed && (await isServed(socket));

test('replaces the longest idle connection of the address with the most when all are open', async () => {
  await using server = await start({ limits: { total: 4, perNetwork: 3 } });
  const many = [await open(server.port), await open(server.port), await open(server.port)];
  const other = await openFrom(server.port, '127.0.0.2');
  // The second one was idle for longest.
  for (const socket of [other, many[1]!, many[0]!, many[2]!]) assert.equal(await isServed(socket), true);
  const closed = once(many[1]!, 'close');
  const newcomer = await openFrom(server.port, '127.0.0.3');
  await closed;
  for (const socket of [newcomer, other, many[0]!, many[2]!]) assert.equal(await isOpen(socket), true);
});

test('rejects a connection when all are open and none is idle', async () => {
  const waiting: (() => void)[] = [];
  const handle: RequestListener = (_, response) => void waiting.push(() => response.end());
  await using server = await start({ limits: { total: 2, perNetwork: 2 }, handle });
  const busy = [await open(server.port), await open(server.port)].map(isServed);
  await eventually(() => assert.equal(waiting.length, 2));
  const newcomer = await openFrom(server.port, '127.0.0.2');
  assert.equal(newcomer.closed || (await once(newcomer, 'close').then(() => true)), true);
  for (const respond of waiting) respond();
  assert.deepEqual(await Promise.all(busy), [true, true]);
});

test('counts the connections of a proxy only toward the total', async () => {
  await using server = await start({
    limits: { total: 3, perNetwork: 1 },
    isProxy: ({ remoteAddress }) => remoteAddress === '127.0.0.1',
  });
  for (let n = 0; n < 3; n += 1) assert.equal(await isServed(await open(server.port)), true);
  assert.equal(await isServed(await open(server.port)), false);
});

test('closes a connection whose client reads nothing', async () => {
  const served = Promise.withResolvers<Socket>();
  await using server = await start({
    silenceMs: 300,
    handle(request, response) {
      served.resolve(request.socket);
      // More than the operating system keeps of a response between server and client.
      response.end(Buffer.alloc(60_000_000));
    },
  });
  const client = await open(server.port);
  client.pause();
  client.write(requestText('/'));
  await once(await served.promise, 'close');
});
