import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { DatabaseUnavailableError } from '#server/platform/database/database.ts';
import { connectToWriter, forward, listenForWorkers } from './writer-socket.ts';

const temporaryFolder = () => mkdtempDisposable(join(tmpdir(), 'scalehouse-test-'));

test('waits for a writer that is being replaced, and throws when none comes', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'writer');
  await assert.rejects(connectToWriter(path, 1), DatabaseUnavailableError);
  const connecting = connectToWriter(path);
  const writer = createServer();
  await once(writer.listen(path), 'listening');
  (await connecting).destroy();
  writer.close();
});

test('listens in place of a writer that was killed', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'writer');
  for (const server of [createHttpServer(), createHttpServer()]) {
    await listenForWorkers(server, path);
    (await connectToWriter(path, 0)).destroy();
    // Leave the socket behind by not closing the first server.
    server.unref();
  }
});

test('closes the connection of the client when the writer ends before it responds', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'writer');
  const writer = createServer((socket) => void socket.once('data', () => socket.destroy()));
  await once(writer.listen(path), 'listening');
  const reader = createHttpServer((request, response) => {
    void connectToWriter(path).then((socket) => forward(socket, request, response));
  });
  await once(reader.listen(0, '127.0.0.1'), 'listening');
  const { port } = reader.address() as AddressInfo;
  await assert.rejects(fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x' }), TypeError);
  writer.close();
  reader.close();
});
