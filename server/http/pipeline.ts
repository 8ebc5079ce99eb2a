import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;
type Exchange = { request: IncomingMessage; response: ServerResponse };

/** The exchanges of each connection: the one that is being handled, and those that arrived since then. */
const queues = new WeakMap<Duplex, Exchange[]>();

/** Browsers send one request at a time. A client that sends many ahead would make the server keep them all. */
const MAX_WAITING = 20;

/**
 * Returns a handler that handles the requests of each connection one at a time, and stops reading from it until then.
 * Node parses all requests that arrive together and would start all of them, however few responses the client reads.
 */
export function oneAtATime(handle: Handle): Handle {
  return (request, response) => {
    const queue = queues.get(request.socket) ?? [];
    if (queue.length === 0) queues.set(request.socket, queue);
    if (queue.length > MAX_WAITING) {
      request.socket.destroy();
      return;
    }
    if (queue.push({ request, response }) === 1) start(queue, { request, response });
    else request.socket.pause();
  };

  function start(queue: Exchange[], { request, response }: Exchange) {
    response.once('close', () => {
      queue.shift();
      const [next] = queue;
      if (!next || request.socket.writableEnded || request.socket.destroyed) return;
      if (queue.length === 1) request.socket.resume();
      start(queue, next);
    });
    handle(request, response);
  }
}

/**
 * Returns true if responses are still being created or sent on a connection whose input is no longer valid, and then
 * closes the connection after the last of them. Returns false if the first unfinished request is the invalid one.
 */
export function closeAfterResponses(socket: Duplex): boolean {
  const queue = queues.get(socket) ?? [];
  const [first] = queue;
  if (!first || (!first.request.complete && !first.response.headersSent)) return false;
  // The rest of this request will not arrive.
  if (queue.length > 1 && queue.at(-1)?.request.complete === false) queue.pop();
  socket.pause();
  queue.at(-1)?.response.once('close', () => first.request.socket.destroySoon());
  return true;
}
