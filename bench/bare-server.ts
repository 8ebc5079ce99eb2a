import { deepStrictEqual } from 'node:assert';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerParent, startChild } from './child.ts';
import { readWireAnswer, type WireAnswer } from './wire-answer.ts';

/** Headers that Node adds automatically. */
const OWN_HEADERS = new Set(['date', 'connection', 'keep-alive']);
/** Equal to the site's keep-alive timeout, which is part of a compared header. */
const KEEP_ALIVE_MS = 10_000;

type BareServer = {
  url: string;
  pid: number;
  give(answer: WireAnswer): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Starts a server that ignores requests and always writes the same bytes: the baseline for what Node can do. */
export async function startBareServer(): Promise<BareServer> {
  const child = await startChild(import.meta.filename);
  const { url } = await child.ask<{ url: string }>({});
  return {
    url,
    pid: child.pid,
    give: (answer) => child.ask<void>({ answer }),
    [Symbol.asyncDispose]: child[Symbol.asyncDispose],
  };
}

/** Throws unless both servers send the same status, headers (except the date) and bytes. */
export async function checkSameAnswer(
  [ours, bare]: [string, string],
  headers: Record<string, string>,
): Promise<void> {
  const [expected, found] = await Promise.all([readWireAnswer(ours, headers), readWireAnswer(bare, headers)]);
  deepStrictEqual(withoutTime(found), withoutTime(expected), 'The bare server does not answer the same.');
}

const withoutTime = (answer: WireAnswer) => ({
  ...answer,
  headers: answer.headers.map(([name, value]) => [name, name === 'Date' ? '' : value]),
});

if (import.meta.main) {
  let server: Server | undefined;
  let status = 404;
  let headers: Record<string, string> = {};
  let body = Buffer.alloc(0);

  answerParent(async ({ answer }: { answer?: WireAnswer }) => {
    if (!server) {
      server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (_request, response) => {
        response.writeHead(status, headers);
        response.end(body);
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
    }
    if (answer) {
      ({ status } = answer);
      headers = Object.fromEntries(answer.headers.filter(([name]) => !OWN_HEADERS.has(name.toLowerCase())));
      body = Buffer.from(answer.body);
    }
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  });
}
