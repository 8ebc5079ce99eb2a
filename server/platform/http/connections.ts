import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '#server/platform/network-address.ts';

/** Maximum numbers of connections: in total, and from one IPv4 address or IPv6 /64 network. */
export type ConnectionLimits = Readonly<{ total: number; perNetwork: number }>;

export const CONNECTION_LIMITS: ConnectionLimits = { total: 1000, perNetwork: 200 };

/** Slowest client: it receives this many bytes within this time, about 1 KB per second. */
const SLOWEST = { bytes: 60_000, checks: 12 } as const;
const CHECK_MS = 5000;

type Progress = { sent: number; checks: number };

/**
 * Limits the connections of a server, and closes those whose clients do not receive their responses. A proxy's
 * connections count only toward the total, because it opens them for many clients.
 */
export function limitConnections(
  server: Server,
  {
    limits: { total, perNetwork },
    isProxy,
  }: { limits: ConnectionLimits; isProxy: (address: string) => boolean },
): void {
  const sockets = new Map<Socket, Progress>();
  const counts = new Map<string, number>();
  server.maxConnections = total;

  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address } = socket;
    if (address !== undefined && !isProxy(address) && !isCounted(socket, networkOf(address))) {
      socket.destroy();
      return;
    }
    sockets.set(socket, { sent: 0, checks: 0 });
    socket.once('close', () => sockets.delete(socket));
  });

  /** Counts a connection until it is closed. Returns false if its network has too many. */
  function isCounted(socket: Socket, network: string): boolean {
    const count = counts.get(network) ?? 0;
    if (count >= perNetwork) return false;
    counts.set(network, count + 1);
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1;
      if (left > 0) counts.set(network, left);
      else counts.delete(network);
    });
    return true;
  }

  server.on('listening', () => {
    const timer = setInterval(closeStalled, CHECK_MS).unref();
    server.once('close', () => clearInterval(timer));
  });

  function closeStalled() {
    for (const [socket, progress] of sockets) {
      const sent = sentBytes(socket);
      if (socket.writableLength === 0 || sent - progress.sent >= SLOWEST.bytes) {
        progress.sent = sent;
        progress.checks = 0;
      } else if (++progress.checks >= SLOWEST.checks) {
        socket.destroy();
      }
    }
  }
}

/** Returns the bytes that the operating system has accepted, which Node's documented counts do not tell. */
function sentBytes(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: { bytesWritten: number; writeQueueSize: number } | null };
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}
