import { fork } from 'node:child_process';
import { once } from 'node:events';

export type Child = {
  pid: number;
  /** Sends a message and returns the next response. Allows one request at a time. */
  ask<PreparedResponse>(question: object): Promise<PreparedResponse>;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function startChild(file: string): Promise<Child> {
  const child = fork(file, { serialization: 'advanced', execArgv: [] });
  await once(child, 'spawn');
  const ended = once(child, 'exit');

  return {
    pid: child.pid!,
    async ask(question) {
      const responded = once(child, 'message');
      child.send(question);
      const [response] = (await Promise.race([
        responded,
        ended.then(([code]) => Promise.reject(new Error(`${file} ended with ${code}.`))),
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
export function respondToParent(reply: (question: never) => Promise<unknown>): void {
  process.on('message', (question) => {
    void reply(question as never).then((response) => process.send!(response));
  });
  process.on('disconnect', () => process.exit());
}
