import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Fault applied to a connection: none, a 503 response, no response, a reset, or a truncated response. */
export type Fault = 'none' | '503' | 'no response' | 'reset' | 'truncated';

export type FaultyProxy = AsyncDisposable & {
  url: string;
  /** Sets the fault for new connections, or for the next `times` of them. */
  fail(fault: Fault, times?: number): void;
  /** Forwards new connections to another URL, and closes the open ones. */
  redirect(target: string): void;
  connections(): number;
};

/** Number of bytes that the proxy forwards of a truncated response. */
const TRUNCATE_AFTER_BYTES = 2_000;
const RESPONSE_503 = 'HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';

/** Starts a TCP proxy that simulates network faults. Bytes pass unchanged, so that request signatures stay valid. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  let { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let fault: Fault = 'none';
  let left = Infinity;
  let count = 0;

  const server = createServer((socket) => {
    count += 1;
    track(socket);
    const now = left > 0 ? fault : 'none';
    if (now !== 'none') left -= 1;
    if (now === 'reset') socket.resetAndDestroy();
    else if (now === '503') socket.once('data', () => socket.end(RESPONSE_503));
    else if (now !== 'no response') forward(socket, now);
  });

  function track(socket: Socket) {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  }

  function forward(socket: Socket, now: Fault) {
    const upstream = connect(Number(port), hostname);
    track(upstream);
    socket.pipe(upstream);
    socket.once('close', () => upstream.destroy());
    upstream.once('close', () => socket.end());
    if (now === 'none') return upstream.pipe(socket);
    let sent = 0;
    upstream.on('data', (bytes: Buffer) => {
      socket.write(bytes.subarray(0, Math.max(0, TRUNCATE_AFTER_BYTES - sent)));
      sent += bytes.length;
      if (sent > TRUNCATE_AFTER_BYTES) socket.destroySoon();
    });
  }

  /** Open connections get neither a new fault nor a new target. */
  function closeAll() {
    for (const socket of sockets) socket.destroy();
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail(next, times = Infinity) {
      fault = next;
      left = times;
      closeAll();
    },
    redirect(next) {
      ({ hostname, port } = new URL(next));
      closeAll();
    },
    connections: () => count,
    async [Symbol.asyncDispose]() {
      closeAll();
      server.close();
      await once(server, 'close');
    },
  };
}
