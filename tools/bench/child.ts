import { fork } from 'node:child_process';
import { once } from 'node:events';

export type Child = {
  pid: number;
  /** Sends a message and returns the next response. Allows one request at a time. */
  request<Result>(message: object): Promise<Result>;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function startChild(file: string): Promise<Child> {
  const child = fork(file, { serialization: 'advanced', execArgv: [] });
  await once(child, 'spawn');
  const ended = once(child, 'exit');

  return {
    pid: child.pid!,
    async request(message) {
      const responded = once(child, 'message');
      child.send(message);
      const [response] = (await Promise.race([
        responded,
        ended.then(([code]) => Promise.reject(new Error(`${file} exited with code ${code}.`))),
      ])) as [never];
      return response;
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) child.kill();
      await ended;
    },
  };
}

/** Handles the parent's requests in a child process, which exits with the parent. */
export function respondToParent(respond: (message: never) => Promise<unknown>): void {
  process.on('message', (message) => {
    void respond(message as never).then((response) => process.send!(response));
  });
  process.on('disconnect', () => process.exit());
}
