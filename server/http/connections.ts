import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import proxyAddress from '@fastify/proxy-addr';
import { networkOf, networksAround } from '#server/platform/network-address.ts';
import type { ConnectionLimits } from '#server/platform/settings/config.ts';

/** Time after which a connection is closed on which nothing was sent or received. The longest work takes two minutes. */
const SILENCE_MS = 180_000;

/**
 * Limits the connections of a server, and closes those whose clients do not read their responses. A proxy's
 * connections count only toward the total, because it opens them for many clients. When the total is reached, a new
 * connection replaces the one that was idle for longest in the network with the most, so that no client takes all.
 */
export function limitConnections(
  server: Server,
  {
    limits: { total, perNetwork },
    isProxy,
    silenceMs = SILENCE_MS,
  }: { limits: ConnectionLimits; isProxy: (socket: Socket) => boolean; silenceMs?: number },
): void {
  const networks = new Map<string, Set<Socket>>();
  let open = 0;
  server.setTimeout(silenceMs);

  server.on('connection', (socket: Socket) => {
    open += 1;
    idleSince.set(socket, performance.now());
    socket.once('close', () => void (open -= 1));
    const { remoteAddress } = socket;
    const counted = remoteAddress && !isProxy(socket) ? networksAround(networkOf(remoteAddress)) : [];
    const isFull = counted.slice(0, 1).some((network) => (networks.get(network)?.size ?? 0) >= perNetwork);
    if (isFull || (open > total && !closeLongestIdle())) socket.destroy();
    else counted.forEach((network) => add(socket, network));
  });

  function add(socket: Socket, network: string) {
    const sockets = networks.get(network) ?? new Set();
    networks.set(network, sockets.add(socket));
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0) networks.delete(network);
    });
  }

  /** Returns false if no connection is idle. */
  function closeLongestIdle(): boolean {
    const bySize = [...networks.values()].toSorted((a, b) => b.size - a.size);
    const idle = bySize.map((sockets) => [...sockets].filter(isIdle)).find(({ length }) => length > 0) ?? [];
    const [longest] = idle.toSorted((a, b) => (idleSince.get(a) ?? 0) - (idleSince.get(b) ?? 0));
    longest?.destroy();
    return longest !== undefined;
  }
}

/** Times when connections were opened or had sent their last response, in milliseconds. */
const idleSince = new WeakMap<Duplex, number>();
const isIdle = (socket: Socket) => !socket.destroyed && (queues.get(socket)?.length ?? 0) === 0;

const YEAR_S = 31_536_000;

/**
 * Recognizes the connections of trusted proxies. `addHeaders` adds the header HSTS to responses over TLS only (RFC 6797,
 * section 7.2), and warns once of a proxy that is not trusted.
 */
export function watchProxies({
  trustProxy,
  hstsSubdomains,
  warn,
}: {
  /** Addresses of trusted proxies, which are assumed to terminate TLS. */
  trustProxy: readonly string[];
  hstsSubdomains: boolean;
  warn: (sentence: string) => void;
}) {
  const isTrusted = proxyAddress.compile([...trustProxy]);
  const isProxy = ({ remoteAddress }: Socket) => remoteAddress !== undefined && isTrusted(remoteAddress, 0);
  const hsts = `max-age=${YEAR_S}${hstsSubdomains ? '; includeSubDomains' : ''}`;
  let hasWarned = false;

  return {
    isProxy,
    addHeaders({ socket, headers }: IncomingMessage, response: ServerResponse): void {
      if (isProxy(socket)) {
        // Absent unless the proxy also forwards requests without TLS and says so.
        if (headers['x-forwarded-proto'] !== 'http') response.setHeader('strict-transport-security', hsts);
      } else if (!hasWarned && headers['x-forwarded-for'] !== undefined) {
        hasWarned = true;
        warn(untrustedProxy(socket.remoteAddress ?? 'an unknown address', trustProxy));
      }
    },
  };
}

const untrustedProxy = (address: string, trustProxy: readonly string[]) =>
  `A request from ${address} has X-Forwarded-For, but ` +
  (trustProxy.length === 0
    ? `TRUST_PROXY is not set, so all its visitors count as one. If ${address} is your proxy, set TRUST_PROXY to that address.`
    : `TRUST_PROXY does not list ${address}, so all its visitors count as one. If it is your proxy, add it to TRUST_PROXY.`);

type Handle = (request: IncomingMessage, response: ServerResponse) => void;
type Exchange = { request: IncomingMessage; response: ServerResponse };

/** The exchanges of each connection: the one that is being handled, and those that arrived since then. */
const queues = new WeakMap<Duplex, Exchange[]>();

/** Browsers send one request at a time. A client that sends many ahead would make the server keep them all. */
const MAX_WAITING = 20;

/**
 * Returns a handler that handles the requests of each connection one at a time, and stops reading from it until then.
 * Node parses all requests that arrive together and would start all of them, however few responses the client reads.
 */
export function oneAtATime(handle: Handle): Handle {
  return (request, response) => {
    const queue = queues.get(request.socket) ?? [];
    if (queue.length === 0) queues.set(request.socket, queue);
    if (queue.length > MAX_WAITING) {
      request.socket.destroy();
      return;
    }
    if (queue.push({ request, response }) === 1) start(queue, { request, response });
    else request.socket.pause();
  };

  function start(queue: Exchange[], { request, response }: Exchange) {
    response.once('close', () => {
      queue.shift();
      idleSince.set(request.socket, performance.now());
      const [next] = queue;
      if (!next || request.socket.writableEnded || request.socket.destroyed) return;
      if (queue.length === 1) request.socket.resume();
      start(queue, next);
    });
    handle(request, response);
  }
}

/**
 * Returns true if responses are still being created or sent on a connection whose input is no longer valid, and then
 * closes the connection after the last of them. Returns false if the first unfinished request is the invalid one.
 */
export function closeAfterResponses(socket: Duplex): boolean {
  const queue = queues.get(socket) ?? [];
  const [first] = queue;
  if (!first || (!first.request.complete && !first.response.headersSent)) return false;
  // The rest of this request will not arrive.
  if (queue.length > 1 && queue.at(-1)?.request.complete === false) queue.pop();
  socket.pause();
  queue.at(-1)?.response.once('close', () => first.request.socket.destroySoon());
  return true;
}

const DRAIN_CHECK_MS = 25;
const IDLE_CHECK_MS = 100;

/** Time for running requests to finish after the drain, within the ten seconds that container runtimes allow. */
const CLOSE_TIMEOUT_MS = 8000;

/**
 * Makes an app drain its `servers` for `seconds` before it stops listening. Until then, it responds as usual, but closes
 * each connection after the response, and `/readyz` tells a balancer to send visitors elsewhere. The drain ends early
 * when no connections are left, unless there is a balancer, which needs the whole time to notice. Returns a function that
 * returns true from then on.
 */
export function drainOnClose(
  app: FastifyInstance,
  servers: readonly Server[],
  { seconds, hasBalancer }: { seconds: number; hasBalancer: boolean },
): () => boolean {
  let isDraining = false;
  const isNeeded = async () =>
    hasBalancer || (await Promise.all(servers.map(countConnections))).some((count) => count > 0);

  app.addHook('preClose', async () => {
    isDraining = true;
    const end = performance.now() + seconds * 1000;
    while (performance.now() < end && (await isNeeded())) await sleep(DRAIN_CHECK_MS);
    // Fastify closes only the connections that are idle when it starts to close, and clients keep the others open.
    const timer = setInterval(
      () => servers.forEach((server) => server.closeIdleConnections()),
      IDLE_CHECK_MS,
    ).unref();
    app.server.once('close', () => clearInterval(timer));
    setTimeout(() => servers.forEach((server) => server.closeAllConnections()), CLOSE_TIMEOUT_MS).unref();
  });
  return () => isDraining;
}

const countConnections = async (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count ?? 0)));
