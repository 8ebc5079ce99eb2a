import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { eventually } from '#tests/support/eventually.ts';
import { exchange, open, parseResponses, readToEnd, requestText } from '#tests/support/raw-http.ts';
import { onClientError } from './connection-errors.ts';
import { createFrontServer } from './front-server.ts';

const KEEP_OPEN = { headers: { connection: 'keep-alive' } };

type Exchange = { request: IncomingMessage; response: ServerResponse };

/** Starts a server that responds only when the test does. */
async function startFrontServer() {
  const exchanges: Exchange[] = [];
  const server = createFrontServer({
    beforeResponse: () => undefined,
    findPrepared: () => undefined,
    fallback: (request, response) => void exchanges.push({ request, response }),
  });
  server.on('clientError', onClientError);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    exchanges,
    port: (server.address() as AddressInfo).port,
    urls: () => exchanges.map(({ request }) => request.url),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

test('handles a pipelined request only after the response before it is sent', async () => {
  await using server = await startFrontServer();
  const socket = await open(server.port);
  const received = readToEnd(socket);
  const paths = ['/1', '/2', '/3', '/4'];
  socket.write(paths.map((path) => requestText(path, KEEP_OPEN)).join('') + requestText('/5'));
  for (const [at, path] of [...paths, '/5'].entries()) {
    await eventually(() => assert.equal(server.exchanges.length, at + 1));
    const { request, response } = server.exchanges[at] as Exchange;
    assert.equal(request.url, path);
    response.write(path);
    await once(socket, 'data');
    assert.equal(server.exchanges.length, at + 1);
    response.end();
  }
  const texts = parseResponses(await received).map(({ text }) => text);
  assert.deepEqual(texts, ['/1', '/2', '/3', '/4', '/5']);
});

test('hands on the path and the query of a full URL', async () => {
  await using server = await startFrontServer();
  const socket = await open(server.port);
  socket.write(requestText('http://localhost/gallery?page=2'));
  await eventually(() => assert.deepEqual(server.urls(), ['/gallery?page=2']));
  socket.destroy();
});

test('reads the body of a pipelined request when its turn comes', async () => {
  await using server = await startFrontServer();
  const socket = await open(server.port);
  const received = readToEnd(socket);
  const post = requestText('/2', { method: 'POST', body: 'x'.repeat(300_000) });
  socket.write(requestText('/1', KEEP_OPEN) + post);
  await eventually(() => assert.equal(server.exchanges.length, 1));
  server.exchanges[0]?.response.end();
  await eventually(() => assert.equal(server.exchanges.length, 2));
  const { request, response } = server.exchanges[1] as Exchange;
  const body = Buffer.concat(await request.toArray());
  response.end(String(body.length));
  assert.equal(parseResponses(await received)[1]?.text, '300000');
});

test('closes a connection on which more than 20 requests wait', async () => {
  await using server = await startFrontServer();
  const request = requestText('/', KEEP_OPEN);
  const few = await open(server.port);
  few.write(request.repeat(21));
  await eventually(() => assert.equal(server.exchanges.length, 1));
  const many = await open(server.port);
  many.write(request.repeat(1000));
  await once(many, 'close');
  assert.equal(server.exchanges.length, 2);
  assert.equal(few.readyState, 'open');
});

test('finishes a started response before it closes a connection with invalid input', async () => {
  await using server = await startFrontServer();
  const socket = await open(server.port);
  const received = readToEnd(socket);
  socket.write(requestText('/1', KEEP_OPEN) + requestText('/2', KEEP_OPEN));
  await eventually(() => assert.equal(server.exchanges.length, 1));
  server.exchanges[0]?.response.write('one, ');
  await once(socket, 'data');
  socket.write('nonsense\r\n\r\n');
  server.exchanges[0]?.response.end('two');
  await eventually(() => assert.equal(server.exchanges.length, 2));
  server.exchanges[1]?.response.end('three');
  const shown = parseResponses(await received).map(({ status, text }) => [status, text]);
  assert.deepEqual(shown, [
    [200, 'one, two'],
    [200, 'three'],
  ]);
});

test('finishes a started response whose request never arrives completely, without a 408 in it', async () => {
  await using server = await startFrontServer();
  const socket = await open(server.port);
  const received = readToEnd(socket);
  socket.write(requestText('/', { headers: { connection: 'keep-alive', 'content-length': '9' } }));
  await eventually(() => assert.equal(server.exchanges.length, 1));
  const { request, response } = server.exchanges[0] as Exchange;
  response.write('one, ');
  await once(socket, 'data');
  const timeout = Object.assign(new Error('timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  onClientError(timeout, request.socket);
  response.end('two');
  const found = parseResponses(await received).map(({ status, text }) => [status, text]);
  assert.deepEqual(found, [[200, 'one, two']]);
});

test('finishes a response that is being sent when the client sends CONNECT, and then closes', async () => {
  await using server = await startFrontServer();
  const socket = await open(server.port);
  const received = readToEnd(socket);
  socket.write(requestText('/', KEEP_OPEN));
  await eventually(() => assert.equal(server.exchanges.length, 1));
  const { request, response } = server.exchanges[0] as Exchange;
  response.write('one');
  await once(socket, 'data');
  socket.write('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n');
  await eventually(() => assert.equal(request.socket.isPaused(), true));
  response.end('two');
  const text = (await received).toString();
  assert.match(text, /one[^]*two/);
  assert.doesNotMatch(text, /problem/);
});

test('rejects HTTP/1.0 with a transfer encoding, and closes the connection', async () => {
  await using server = await startFrontServer();
  const head = 'POST / HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n';
  const responses = await exchange(server.port, `${head}0\r\n\r\n${requestText('/hidden')}`);
  const listed = responses.map(({ status, headers }) => [status, headers['connection']]);
  assert.deepEqual(listed, [[400, 'close']]);
  assert.deepEqual(server.urls(), []);
});
