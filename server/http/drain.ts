import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export type Drain = ReturnType<typeof createDrain>;

const CHECK_MS = 25;

/**
 * Creates the time between the signal to stop and the end of listening. During it, the server responds as usual, but
 * closes each connection after the response, and `/readyz` tells a balancer to send visitors elsewhere. It ends early
 * when no connections are left, unless there is a balancer, which needs the whole time to notice.
 */
export function createDrain({ seconds = 0, hasBalancer = false } = {}) {
  const servers: Server[] = [];
  let draining = false;

  async function isNeeded(): Promise<boolean> {
    return hasBalancer || (await Promise.all(servers.map(countConnections))).some((count) => count > 0);
  }

  return {
    add: (server: Server) => void servers.push(server),
    isDraining: () => draining,
    async wait(): Promise<void> {
      draining = true;
      const end = performance.now() + seconds * 1000;
      while (performance.now() < end && (await isNeeded())) await sleep(CHECK_MS);
    },
  };
}

const countConnections = async (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count ?? 0)));
