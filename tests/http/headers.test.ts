import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { API } from '#contract/paths.ts';
import { sendRequest, exchange, listen, type RawResponse } from '#tests/support/raw-http.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { openTestSite, type TestSite } from '#tests/support/test-site.ts';

const BUILD_FOLDER = join(import.meta.dirname, '../../build/browser');
const FILM = '/media/film.mp4';

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
};
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";
const FILE_POLICY = "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

let site: TestSite;
let port: number;
/** Server of the same app without the server in front of Fastify. */
const fastifyServer = createServer((request, response) => site.app.routing(request, response));
let fastifyPort: number;
before(async () => {
  site = await openTestSite();
  port = await listen(site.app);
  await once(fastifyServer.listen(0, '127.0.0.1'), 'listening');
  fastifyPort = (fastifyServer.address() as AddressInfo).port;
});
after(async () => {
  fastifyServer.close();
  await site[Symbol.asyncDispose]();
});

async function everyKind(of: number): Promise<Record<string, [RawResponse, status: number]>> {
  const json = { method: 'POST', body: '[0]' };
  const known = async (path: string) => {
    const { headers } = await sendRequest(of, path);
    return sendRequest(of, path, { headers: { 'if-none-match': headers['etag'] ?? '' } });
  };
  const [rejected] = await exchange(of, 'nonsense\r\n\r\n');
  assert.ok(rejected);
  return {
    'a newly rendered page': [await sendRequest(of, '/gallery?first'), 200],
    'a cached page': [await sendRequest(of, '/gallery'), 200],
    'a HEAD response': [await sendRequest(of, '/gallery', { method: 'HEAD' }), 200],
    'a page compressed with Brotli': [
      await sendRequest(of, '/gallery', { headers: { 'accept-encoding': 'br' } }),
      200,
    ],
    'an unchanged page': [await known('/gallery'), 304],
    'the cash bids page': [await sendRequest(of, '/cash-bids.html'), 200],
    'an unknown page': [await sendRequest(of, '/nowhere'), 404],
    'an image': [await sendRequest(of, '/brand/logo.svg'), 200],
    'an image with an unknown parameter': [await sendRequest(of, '/brand/logo.svg?x'), 200],
    'an unchanged image': [await known('/brand/logo.svg'), 304],
    'a video': [await sendRequest(of, FILM, { method: 'HEAD' }), 200],
    'a byte range of a video': [await sendRequest(of, FILM, { headers: { range: 'bytes=0-9' } }), 206],
    'an unchanged video': [await known(FILM), 304],
    'an invalid byte range': [await sendRequest(of, FILM, { headers: { range: 'bytes=99999999-' } }), 416],
    'an unknown video': [await sendRequest(of, '/media/nothing.mp4'), 404],
    'an API response': [await sendRequest(of, API.cashBids), 200],
    'a cached API response': [await sendRequest(of, API.cashBids), 200],
    'an unchanged API response': [await known(API.cashBids), 304],
    'a POST request': [await sendRequest(of, API.siteTexts, json), 200],
    'the OpenAPI document': [await sendRequest(of, API.openApi), 200],
    'a rejected API request': [await sendRequest(of, API.siteTexts, { ...json, body: '{' }), 400],
    'an unknown endpoint': [await sendRequest(of, '/api/nothing'), 404],
    'the health check': [await sendRequest(of, '/healthz'), 200],
    'a malformed URL': [await sendRequest(of, '/api/%zz'), 400],
    'an unknown method': [await sendRequest(of, '/', { method: 'DELETE' }), 404],
    'invalid HTTP': [rejected, 400],
  };
}

test('sends the security headers on every kind of response, and no Server, X-Powered-By or Set-Cookie', async () => {
  for (const [kind, [{ headers, status }, expected]] of Object.entries(await everyKind(port))) {
    assert.equal(status, expected, kind);
    for (const [name, value] of Object.entries(SECURITY_HEADERS))
      assert.equal(headers[name], value, `${kind}: ${name}`);
    assert.equal(headers['strict-transport-security'], undefined, kind);
    for (const name of ['server', 'x-powered-by', 'set-cookie']) assert.equal(headers[name], undefined, kind);
    assert.match(headers['cache-control'] ?? '', /^(no-cache|no-store|public, max-age=\d+)/, kind);
  }
});

const policyOf = async (of: number, headers: Record<string, string> = {}) =>
  (await sendRequest(of, '/gallery', { headers })).headers['strict-transport-security'];

test('sends Strict-Transport-Security only with responses over TLS', async () => {
  await using behind = await openTestSite({ environment: { TRUST_PROXY: 'loopback' } });
  const proxied = await listen(behind.app);
  for (const [kind, [{ headers }]] of Object.entries(await everyKind(proxied))) {
    // What is not HTTP may not have come through TLS.
    const expected = kind === 'invalid HTTP' ? undefined : 'max-age=31536000';
    assert.equal(headers['strict-transport-security'], expected, kind);
  }
  assert.equal(await policyOf(proxied, { 'x-forwarded-proto': 'https' }), 'max-age=31536000');
  assert.equal(await policyOf(proxied, { 'x-forwarded-proto': 'http' }), undefined);

  await using direct = await openTestSite({ environment: { TRUST_PROXY: '192.0.2.1' } });
  assert.equal(await policyOf(await listen(direct.app), { 'x-forwarded-proto': 'https' }), undefined);

  await using whole = await openTestSite({
    environment: { TRUST_PROXY: 'loopback', HSTS_SUBDOMAINS: 'include' },
  });
  assert.equal(await policyOf(await listen(whole.app)), 'max-age=31536000; includeSubDomains');
});

for (const { trustProxy, warning } of [
  {
    trustProxy: '',
    warning:
      'A request from 127.0.0.1 has X-Forwarded-For, but TRUST_PROXY is not set, so all its visitors count as one. If 127.0.0.1 is your proxy, set TRUST_PROXY to that address.',
  },
  {
    trustProxy: '192.0.2.1',
    warning:
      'A request from 127.0.0.1 has X-Forwarded-For, but TRUST_PROXY does not list 127.0.0.1, so all its visitors count as one. If it is your proxy, add it to TRUST_PROXY.',
  },
  { trustProxy: 'loopback', warning: undefined },
]) {
  test(`logs ${warning ? 'one warning' : 'nothing'} about X-Forwarded-For when TRUST_PROXY is "${trustProxy}"`, async () => {
    const lines: string[] = [];
    await using behind = await openTestSite({
      environment: { TRUST_PROXY: trustProxy },
      logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } },
    });
    const of = await listen(behind.app);
    await sendRequest(of, '/gallery');
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    for (const path of ['/gallery', '/gallery', '/healthz']) await sendRequest(of, path, { headers });
    const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
    assert.deepEqual(messages, warning ? [warning] : []);
  });
}

test('sends every kind of response with a Content-Security-Policy', async () => {
  for (const [kind, [{ headers, status }]] of Object.entries(await everyKind(port))) {
    const policy = headers['content-security-policy'] ?? '';
    if (/page|HEAD/.test(kind)) assert.match(policy, /^default-src 'none'; script-src /, kind);
    else if (/image|video/.test(kind) && status < 400) assert.equal(policy, FILE_POLICY, kind);
    else assert.equal(policy, DATA_POLICY, kind);
  }
  for (const path of ['/robots.txt', '/sitemap.xml', '/site.webmanifest', '/today.webmanifest']) {
    assert.equal((await sendRequest(port, path)).headers['content-security-policy'], FILE_POLICY, path);
  }
});

test('sends the security headers when a page, or even the error page, fails to render', async () => {
  for (const workingPath of ['/error', 'nothing']) {
    await using app = await createTestApp(site, {
      renderer: {
        has: () => true,
        render: async (path) => {
          if (path !== workingPath) throw new Error('broken');
          // Set all security headers, like the real renderer.
          return { status: 200, body: Buffer.from('<h1>Oops</h1>'), headers: SECURITY_HEADERS };
        },
      },
    });
    const { status, headers } = await sendRequest(await listen(app), '/store');
    assert.equal(status, 500);
    for (const [name, value] of Object.entries(SECURITY_HEADERS))
      assert.equal(headers[name], value, workingPath);
  }
});

const CACHED_URLS = [
  '/',
  '/store',
  '/cash-bids.html',
  '/not-found',
  '/brand/logo.svg',
  '/favicon.ico',
  API.cashBids,
  `${API.siteTexts}?ids=0,8`,
  API.openApi,
];

for (const url of CACHED_URLS) {
  test(`sends the same headers and body for ${url} from memory as through Fastify`, async () => {
    await sendRequest(port, url);
    for (const encoding of ['identity', 'gzip', 'br', 'gzip, deflate, br, zstd']) {
      for (const method of ['GET', 'HEAD']) {
        const [one, other] = await requestBoth(url, {
          method,
          headers: { 'accept-encoding': encoding },
        });
        assert.deepEqual(other.lines, one.lines);
        assert.deepEqual(other.body, one.body);
        assert.equal(other.status, one.status);
      }
      const { headers } = await sendRequest(port, url, { headers: { 'accept-encoding': encoding } });
      const known = { 'accept-encoding': encoding, 'if-none-match': `${headers['etag']}, W/"x"` };
      const [one, other] = await requestBoth(url, { headers: known });
      assert.deepEqual(other.lines, one.lines);
      assert.equal(other.status, one.status);
    }
  });
}

/** Requests a URL from both servers, again if a better compressed response has replaced the first one in between. */
async function requestBoth(
  url: string,
  options: Parameters<typeof sendRequest>[2],
): Promise<[RawResponse, RawResponse]> {
  for (;;) {
    const one = await sendRequest(port, url, options);
    const other = await sendRequest(fastifyPort, url, options);
    const again = await sendRequest(port, url, options);
    if (one.headers['etag'] === again.headers['etag']) return [one, other];
  }
}

test('lets clients cache hashed build files for a year, and other build files for an hour', async () => {
  const files = readdirSync(BUILD_FOLDER, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && !/\.(gz|br|mp4|webm)$|^manifest\.json$/.test(file.name))
    .map((file) => join(file.parentPath, file.name).slice(BUILD_FOLDER.length));
  assert.ok(files.length > 10);
  for (const path of files) {
    const { status, headers } = await sendRequest(port, path, { headers: { 'accept-encoding': 'br' } });
    assert.equal(status, 200, path);
    const expected = path.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=3600';
    assert.equal(headers['cache-control'], expected, path);
    assert.match(
      headers['content-type'] ?? '',
      /^(text\/(css|javascript); charset=utf-8|image\/|font\/woff2)/,
      path,
    );
    assert.equal(headers['content-encoding'], /\.(js|css|svg|ico)$/.test(path) ? 'br' : undefined, path);
  }
});

test('responds 404 to the build manifest, precompressed variants and asset folders', async () => {
  const [script] = readdirSync(join(BUILD_FOLDER, 'assets')).filter((name) => name.endsWith('.js'));
  for (const path of ['/manifest.json', '/manifest.json.br', `/assets/${script}.br`, '/assets/', '/assets']) {
    assert.equal((await sendRequest(port, path)).status, 404, path);
  }
});

/** Returns the code that a page loads: the scripts in its HTML, and what they import statically. */
async function codeOf(path: string): Promise<string> {
  const found = new Map<string, string>();
  const add = (text: string) => {
    for (const [, name = ''] of text.matchAll(/(?:\/assets\/|(?:from|import)\s*["']\.\/)([\w.-]+\.js)/g)) {
      if (found.has(name)) continue;
      found.set(name, readFileSync(join(BUILD_FOLDER, 'assets', name), 'utf8'));
      add(found.get(name)!);
    }
  };
  add((await sendRequest(port, path)).body.toString());
  return [...found.values()].join('');
}

test('loads no code of the editor on public pages', async () => {
  const editorWords = /prosemirror|Scalehouse editor|Enter your password/i;
  assert.match(await codeOf('/admin/dashboard'), editorWords);
  for (const path of ['/', '/about-us', '/contact-us', '/products', '/pioneer', '/gallery', '/weather']) {
    const code = await codeOf(path);
    assert.ok(code.length > 10_000, path);
    assert.doesNotMatch(code, editorWords, path);
  }
});

test('references only static files that exist', async () => {
  for (const page of [
    '/',
    '/products',
    '/pioneer',
    '/store',
    '/admin/dashboard',
    '/admin/history',
    '/cash-bids.html',
  ]) {
    const { text } = await sendRequest(port, page);
    const paths = [
      ...text.matchAll(/"(\/(?:assets|brand|drawings|media)\/[^"]+|\/[\w-]+\.(?:ico|svg|png))"/g),
    ].map(([, path]) => path ?? '');
    assert.ok(page === '/cash-bids.html' || paths.some((path) => path.endsWith('.js')), page);
    for (const path of paths)
      assert.equal((await sendRequest(port, path, { method: 'HEAD' })).status, 200, path);
  }
});

test('serves byte ranges of a video, and all of it when If-Range does not match', async () => {
  const { headers, body } = await sendRequest(port, FILM);
  assert.equal(headers['content-type'], 'video/mp4');
  assert.equal(headers['accept-ranges'], 'bytes');
  assert.equal(headers['cache-control'], 'public, max-age=3600');
  const size = body.length;
  const parts: [range: string, from: number, to: number][] = [
    ['bytes=0-', 0, size - 1],
    ['bytes=0-0', 0, 0],
    ['bytes=100-199', 100, 199],
    ['bytes=-10', size - 10, size - 1],
    [`bytes=${size - 1}-${size + 100}`, size - 1, size - 1],
  ];
  for (const [range, from, to] of parts) {
    const part = await sendRequest(port, FILM, { headers: { range } });
    assert.equal(part.status, 206, range);
    assert.equal(part.headers['content-range'], `bytes ${from}-${to}/${size}`);
    assert.deepEqual(part.body, body.subarray(from, to + 1), range);
  }
  const old = await sendRequest(port, FILM, { headers: { range: 'bytes=0-9', 'if-range': '"older"' } });
  assert.equal(old.status, 200);
  assert.equal(old.body.length, size);
});
