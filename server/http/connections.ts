import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '#server/platform/network-address.ts';
import type { ConnectionLimits } from '#server/platform/settings/config.ts';

/** Time after which a connection is closed on which nothing was sent or received. The longest work takes two minutes. */
const SILENCE_MS = 180_000;

/**
 * Limits the connections of a server, and closes those whose clients do not read their responses. A proxy's
 * connections count only toward the total, because it opens them for many clients.
 */
export function limitConnections(
  server: Server,
  {
    limits: { total, perNetwork },
    isProxy,
    silenceMs = SILENCE_MS,
  }: { limits: ConnectionLimits; isProxy: (address: string) => boolean; silenceMs?: number },
): void {
  const counts = new Map<string, number>();
  server.maxConnections = total;
  server.setTimeout(silenceMs);

  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address } = socket;
    if (address !== undefined && !isProxy(address) && !isCounted(socket, networkOf(address))) {
      socket.destroy();
      return;
    }
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
}
