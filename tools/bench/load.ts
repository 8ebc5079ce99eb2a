import autocannon from 'autocannon';
import { respondToParent, startChild } from './child.ts';

/** Options of a run. Requests with a body are POST, the others GET. */
export type LoadOptions = {
  url: string;
  headers: Record<string, string>;
  body?: string | undefined;
  ms: number;
};

export type LoadResult = {
  requestsPerSecond: number;
  p99Ms: number;
  requests: number;
  statuses: Record<string, number>;
  failures: number;
};

const CONNECTIONS = 50;
/** Maximum number of requests in a run, which ends early when it is reached. */
const MAX_REQUESTS = 1_000_000;

/** Starts a load generator in a child process, where it does not slow down the measurement. */
export async function startLoad() {
  const child = await startChild(import.meta.filename);
  return {
    run: (options: LoadOptions) => child.request<LoadResult>(options),
    [Symbol.asyncDispose]: child[Symbol.asyncDispose],
  };
}

if (import.meta.main) respondToParent(run);

async function run({ url, headers, body, ms }: LoadOptions): Promise<LoadResult> {
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  const began = performance.now();
  const { errors, timeouts, mismatches } = await new Promise<autocannon.Result>((resolve, reject) => {
    const load = autocannon(
      {
        url,
        headers,
        ...(body !== undefined && { method: 'POST', body }),
        connections: CONNECTIONS,
        pipelining: 1,
        duration: ms / 1000,
        maxOverallRequests: MAX_REQUESTS,
        sampleInt: 20,
      },
      (error: Error | null, result) => (error ? reject(error) : resolve(result)),
    );
    load.on('response', (_client, status, _bytes, responseMs) => {
      latencies.push(responseMs);
      statuses[status] = (statuses[status] ?? 0) + 1;
    });
  });
  const seconds = (performance.now() - began) / 1000;
  latencies.sort((a, b) => a - b);
  return {
    requestsPerSecond: latencies.length / seconds,
    p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? NaN,
    requests: latencies.length,
    statuses,
    failures: errors + timeouts + mismatches,
  };
}
