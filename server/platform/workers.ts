import { setTimeout as sleep } from 'node:timers/promises';

/** Part of this process in a site that several processes serve (decision 0039). */
export type Worker = Readonly<{
  /** From 1. The first worker is the writer. */
  id: number;
  count: number;
  isWriter: boolean;
  /** Socket on which the writer receives requests from the other workers. */
  socketPath: string;
  /** Holder of the site's leases, which the successor of a killed writer keeps. */
  leaseHolder: string;
  parent: Peer;
}>;

export const WRITER_ID = 1;

/** Longest wait of a save for the other workers. One that hangs shows the change later. */
const SHOW_MS = 1000;

type Message = { peer: 'question' | 'answer'; id: number; topic: string; value?: unknown };

/** Process at the other end of a channel. */
export type Peer = {
  /** Sends a question, and returns the answer. Returns undefined if there is none, or if the process ends. */
  ask<Answer = unknown>(topic: string): Promise<Answer | undefined>;
  /** Answers the questions about a topic. */
  on(topic: string, answer: () => unknown): void;
  /** Gives up on open questions. */
  end(): void;
};

type Channel = {
  send(message: Message): void;
  receive(listener: (message: unknown) => void): void;
};

export function createPeer({ send, receive }: Channel): Peer {
  const answers = new Map<string, () => unknown>();
  const open = new Map<number, (value: unknown) => void>();
  let asked = 0;
  let hasEnded = false;

  async function answer({ id, topic }: Message) {
    // The other process must not wait for an answer that failed.
    const value = await Promise.try(answers.get(topic) ?? (() => undefined)).catch(() => undefined);
    if (!hasEnded) send({ peer: 'answer', id, topic, value });
  }

  receive((received) => {
    const message = received as Message;
    if (message.peer === 'question') void answer(message);
    else if (message.peer === 'answer') {
      open.get(message.id)?.(message.value);
      open.delete(message.id);
    }
  });

  return {
    async ask<Answer>(topic: string) {
      if (hasEnded) return undefined;
      const id = (asked += 1);
      const { promise, resolve } = Promise.withResolvers<unknown>();
      open.set(id, resolve);
      send({ peer: 'question', id, topic });
      return promise as Promise<Answer | undefined>;
    },
    on: (topic, work) => void answers.set(topic, work),
    end() {
      hasEnded = true;
      for (const resolve of open.values()) resolve(undefined);
      open.clear();
    },
  };
}

const VARIABLE = 'SCALEHOUSE_WORKER';

/** Returns the environment of a worker. */
export const workerEnvironment = (worker: Omit<Worker, 'parent' | 'isWriter'>) => ({
  [VARIABLE]: JSON.stringify(worker),
});

/** Connects a worker to its parent. */
export function joinParent(): Worker {
  const given = JSON.parse(process.env[VARIABLE] ?? '') as Omit<Worker, 'parent' | 'isWriter'>;
  const parent = createPeer({
    send: (message) => void process.send?.(message, undefined, undefined, () => undefined),
    receive: (listener) => void process.on('message', listener),
  });
  void parent.ask('join');
  return { ...given, isWriter: given.id === WRITER_ID, parent };
}

/** Waits until all other workers show the newest change, or for `limitMs`. */
export async function showEverywhere({ parent }: Pick<Worker, 'parent'>, limitMs = SHOW_MS): Promise<void> {
  await Promise.race([parent.ask('show'), sleep(limitMs, undefined, { ref: false })]);
}
