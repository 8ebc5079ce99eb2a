import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkSameOrigin } from '#server/platform/http/same-origin.ts';
import type { ClusterDemo } from './cluster-demo.ts';
import { renderStatus, STATUS_FILES, STATUS_POLICY } from './status-page.ts';

/** Serves the status page on 127.0.0.1. A POST performs an action and redirects to the page. */
export async function startStatusServer(demo: Pick<ClusterDemo, 'act' | 'readStatus'>, port: number) {
  const server = createServer((request, response) => {
    respond(request).then(
      ({ status, headers = {}, body }) => response.writeHead(status, headers).end(body),
      (error: Error) => response.writeHead(500, PLAIN).end(`${error.message}\n`),
    );
  });

  async function respond(request: IncomingMessage): Promise<Answer> {
    const { method, url = '/', headers } = request;
    // A page of another website could use a host name that resolves to 127.0.0.1.
    if (!/^(?:127\.0\.0\.1|localhost):\d+$/.test(headers.host ?? '')) return FORBIDDEN;
    if (method === 'GET' && url === '/') {
      return { status: 200, headers: HTML, body: renderStatus(await demo.readStatus()) };
    }
    const file = STATUS_FILES.get(url);
    if (method === 'GET' && file)
      return { status: 200, headers: { 'content-type': file.type }, body: file.body };
    if (method !== 'POST') return NOT_FOUND;
    try {
      checkSameOrigin(headers);
    } catch {
      return FORBIDDEN;
    }
    request.resume();
    if (!(await demo.act(url.slice(1)))) return NOT_FOUND;
    return { status: 303, headers: { location: '/' }, body: '' };
  }

  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

type Answer = { status: number; headers?: Record<string, string>; body: string };

const PLAIN = { 'content-type': 'text/plain; charset=utf-8' };
const HTML = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': STATUS_POLICY,
};
const NOT_FOUND = { status: 404, headers: PLAIN, body: 'Not found\n' };
const FORBIDDEN = { status: 403, headers: PLAIN, body: 'Only the status page may do this.\n' };
