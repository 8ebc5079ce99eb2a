import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { isResponding, oneAtATime } from './pipeline.ts';

test('keeps a response only until the system has accepted it', async () => {
  const states: Record<string, boolean> = {};
  const later: ServerResponse[] = [];
  const handle = oneAtATime((request, response) => {
    if (request.url === '/now') response.end('corn');
    else later.push(response);
  });
  await using server = createServer((request, response) => {
    handle(request, response);
    states[request.url ?? ''] = isResponding(request.socket);
    for (const each of later) each.end('corn');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  for (const path of ['/now', '/later']) {
    assert.equal(await (await fetch(`http://127.0.0.1:${port}${path}`)).text(), 'corn');
  }
  assert.deepEqual(states, { '/now': false, '/later': true });
});
