import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** An answer as it came over the wire: its headers as they were spelled, its body as it was encoded. */
export type WireAnswer = { status: number; headers: [name: string, value: string][]; body: Buffer };

/** Asks once, as a browser does that keeps its connection. */
export async function readWireAnswer(url: string, headers: Record<string, string>): Promise<WireAnswer> {
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

export function headerOf({ headers }: WireAnswer, wanted: string): string {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
}
