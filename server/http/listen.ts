import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer, isIPv6, type AddressInfo } from 'node:net';
import { StartError } from '#server/platform/start-error.ts';

/** Throws StartError if a port is taken. Runs before the database is created or migrated. */
export async function checkPortIsFree(wanted: Address, keys = SITE_KEYS): Promise<void> {
  const probe = createServer();
  await listen((address) => once(probe.listen(address), 'listening'), wanted, keys);
  probe.close();
  await once(probe, 'close');
}

type Address = Readonly<{ host: string; port: number }>;

/** Settings that messages about an address name. */
const SITE_KEYS = { host: 'HOST', port: 'PORT' };
export const METRICS_KEYS = { host: 'METRICS_HOST', port: 'METRICS_PORT' };

const inUrl = (host: string) => (isIPv6(host) ? `[${host}]` : host);

/** Throws StartError if `begin` cannot listen. */
export async function listen<Result>(
  begin: (address: Address) => Promise<Result>,
  { host, port }: Address,
  keys = SITE_KEYS,
): Promise<Result> {
  try {
    return await begin({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new StartError(
        `${keys.port}: ${port} on ${host} is already in use. Stop the other program, or set ${keys.port} to another number.`,
      );
    throw new StartError(
      `${keys.host}, ${keys.port}: can't listen on ${inUrl(host)}:${port} (${code}). Check both settings.`,
    );
  }
}

/** Serves the metrics until the result is disposed. Throws StartError. */
export async function serveMetrics(
  respond: RequestListener,
  address: Address,
  console: Pick<Console, 'log'>,
): Promise<Disposable> {
  const server = createHttpServer(respond);
  await listen((parameters) => once(server.listen(parameters), 'listening'), address, METRICS_KEYS);
  const { port } = server.address() as AddressInfo;
  console.log(`Metrics are at http://${inUrl(address.host)}:${port}/metrics`);
  return {
    [Symbol.dispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
