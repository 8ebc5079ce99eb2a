import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { API } from '#contract/paths.ts';
import { SITE_TEXTS } from '#contract/site-text.ts';
import { respondToParent, startChild } from './child.ts';

type Options = { port: number; ms: number };

/** Films that no client reads: connections, and requests that each sends ahead. */
const FILM_CONNECTIONS = 300;
const FILM_REQUESTS = 20;
const SIGN_IN_CONNECTIONS = 24;
const WAIT_MS = { signIn: 50, permutation: 17, credential: 20, smuggling: 100, reconnect: 1000 };

/** Starts the attackers in a child process. Each kind of attack comes from its own addresses, where the system has them. */
export async function startAttackers() {
  const child = await startChild(import.meta.filename);
  return {
    /** Attacks for `ms`, and returns the number of requests by status; 0 is a closed connection. */
    run: (options: Options) => child.request<Record<string, number>>(options),
    [Symbol.asyncDispose]: child[Symbol.asyncDispose],
  };
}

if (import.meta.main) respondToParent(attack);

async function attack({ port, ms }: Options): Promise<Record<string, number>> {
  const over = AbortSignal.timeout(ms);
  const statuses: Record<string, number> = {};
  const count = (status: number) => (statuses[status] = (statuses[status] ?? 0) + 1);

  /** Sends one request after the other, with a pause between them. */
  async function repeat(
    network: number,
    waitMs: number,
    next: (n: number) => { path: string; body?: object; headers?: Record<string, string> },
  ): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let n = 0; !over.aborted; n += 1) {
      count(await send({ port, agent, localAddress: addressOf(network), ...next(n) }));
      await sleep(waitMs);
    }
    agent.destroy();
  }

  async function holdFilms(network: number): Promise<void> {
    while (!over.aborted) {
      const socket = connect({ port, host: '127.0.0.1', localAddress: addressOf(network) });
      socket.on('error', () => {});
      socket.pause();
      socket.write(`GET /media/film.mp4 HTTP/1.1\r\nhost: localhost\r\n\r\n`.repeat(FILM_REQUESTS));
      await new Promise<void>((resolve) => {
        socket.once('close', () => resolve());
        over.addEventListener('abort', () => {
          socket.destroy();
          resolve();
        });
      });
      await sleep(WAIT_MS.reconnect);
    }
  }

  const ids = SITE_TEXTS.map(({ id }) => id);
  await Promise.all([
    ...Array.from({ length: FILM_CONNECTIONS }, (_, n) => holdFilms(100 + (n % 10))),
    ...Array.from({ length: SIGN_IN_CONNECTIONS }, (_, network) =>
      repeat(network, WAIT_MS.signIn, (n) => ({
        path: API.signIn,
        body: { username: `unknown ${network} ${n}`, password: 'wrong' },
      })),
    ),
    repeat(200, WAIT_MS.permutation, (n) => ({
      path: `${API.siteTexts}?ids=${permutation(ids, n).join(',')}`,
    })),
    repeat(201, WAIT_MS.credential, (n) => ({
      path: API.verify,
      headers: {
        authorization: `Bearer ${String(n).padStart(43, 'a')}`,
        cookie: `session=${String(n).padStart(43, 'a')}`,
      },
    })),
    repeat(202, WAIT_MS.smuggling, () => ({ path: '/', headers: { 'transfer-encoding': 'chunked' } })),
  ]);
  return statuses;
}

/** Each loopback address is another client on Linux. Other systems have only one. */
export function addressOf(network: number): string | undefined {
  return process.platform === 'linux' ? `127.1.0.${network + 1}` : undefined;
}

function permutation(ids: readonly number[], n: number): number[] {
  const left = [...ids];
  const order: number[] = [];
  for (let rest = n; left.length > 0; rest = Math.floor(rest / left.length)) {
    order.push(...left.splice(rest % left.length, 1));
    if (left.length === 0) break;
  }
  return order;
}

/** Resolves with the status, or 0 if the server closed the connection. */
export function send({
  port,
  agent,
  localAddress,
  path,
  body,
  headers = {},
}: {
  port: number;
  agent: Agent;
  localAddress: string | undefined;
  path: string;
  body?: object;
  headers?: Record<string, string>;
}): Promise<number> {
  return new Promise((resolve) => {
    const message = request(
      {
        port,
        host: '127.0.0.1',
        localAddress,
        agent,
        path,
        method: body ? 'POST' : 'GET',
        headers: { 'accept-encoding': 'br', ...(body && { 'content-type': 'application/json' }), ...headers },
      },
      (response) => {
        response.resume();
        response.once('close', () => resolve(response.statusCode ?? 0));
      },
    );
    message.once('error', () => resolve(0));
    message.end(body && JSON.stringify(body));
  });
}
