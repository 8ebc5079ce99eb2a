import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A response as received: header names as spelled, body still encoded. */
export type WireResponse = { status: number; headers: [name: string, value: string][]; body: Buffer };

export async function readWireResponse(url: string, headers: Record<string, string>): Promise<WireResponse> {
  const agent = new Agent({ keepAlive: true });
  try {
    const [response] = (await once(get(url, { agent, headers }), 'response')) as [IncomingMessage];
    const names = response.rawHeaders.filter((_, at) => at % 2 === 0);
    return {
      status: response.statusCode ?? 0,
      headers: names.map((name, at) => [name, response.rawHeaders[at * 2 + 1] ?? '']),
      body: await buffer(response),
    };
  } finally {
    agent.destroy();
  }
}

export function headerOf({ headers }: WireResponse, wanted: string): string {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
}
