import { fork } from 'node:child_process';
import { once } from 'node:events';

export type Child = {
  pid: number;
  /** Sends a message and returns the next response. Allows one request at a time. */
  ask<Answer>(question: object): Promise<Answer>;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function startChild(file: string): Promise<Child> {
  const child = fork(file, { serialization: 'advanced', execArgv: [] });
  await once(child, 'spawn');
  const ended = once(child, 'exit');

  return {
    pid: child.pid!,
    async ask(question) {
      const answered = once(child, 'message');
      child.send(question);
      const [answer] = (await Promise.race([
        answered,
        ended.then(([code]) => Promise.reject(new Error(`${file} ended with ${code}.`))),
      ])) as [never];
      return answer;
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) child.kill();
      await ended;
    },
  };
}

/** Handles the parent's requests in a child process, which exits with the parent. */
export function answerParent(reply: (question: never) => Promise<unknown>): void {
  process.on('message', (question) => {
    void reply(question as never).then((answer) => process.send!(answer));
  });
  process.on('disconnect', () => process.exit());
}
