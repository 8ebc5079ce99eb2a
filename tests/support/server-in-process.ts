import { Console } from 'node:console';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { runServer } from '#server/process/run-server.ts';

/** A server in this process; `url` is undefined if it failed to start. */
export type InProcessStart = AsyncDisposable & {
  url: string | undefined;
  dataDir: string;
  output(): string;
  close(): Promise<void>;
};

/** Starts the server in this process on a free port, with a temporary data folder unless DATA_DIR is set. */
export async function runInProcess(
  environment: NodeJS.ProcessEnv,
  options?: Parameters<typeof runServer>[3],
): Promise<InProcessStart> {
  await using cleanup = new AsyncDisposableStack();
  const dataDir = cleanup.use(await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-'))).path;
  let output = '';
  const screen = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      output += text;
      done();
    },
  });
  const variables = { PORT: '0', DATA_DIR: dataDir, ...environment };
  const server = await runServer(variables, new Console(screen), undefined, options);
  let closing: Promise<void> | undefined;
  const close = async () => (closing ??= server?.close());
  cleanup.defer(close);
  const everything = cleanup.move();
  return {
    url: server && /is running at (http:\S+)/.exec(output)?.[1],
    dataDir,
    output: () => output,
    close,
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}
