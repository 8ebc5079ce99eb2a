import { once } from 'node:events';
import { Agent, request as send, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A response as received: header names as spelled, body still encoded. */
export type WireResponse = { status: number; headers: [name: string, value: string][]; body: Buffer };

/** Headers of a request and the body of a POST. */
export type WireRequest = { headers?: Record<string, string>; body?: string | undefined };

export async function readWireResponse(
  url: string,
  { headers = {}, body }: WireRequest = {},
): Promise<WireResponse> {
  const agent = new Agent({ keepAlive: true });
  try {
    const method = body === undefined ? 'GET' : 'POST';
    const sent = send(url, { method, agent, headers }).end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
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
