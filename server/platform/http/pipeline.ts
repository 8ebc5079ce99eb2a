import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;
type Exchange = { request: IncomingMessage; response: ServerResponse };

/** The exchange whose response is being created or sent on a connection, and those that arrived since then. */
type Pipeline = Exchange & { waiting: Exchange[] };

const pipelines = new WeakMap<Duplex, Pipeline>();

/** Browsers send one request at a time. A client that sends many ahead would make the server keep them all. */
const MAX_WAITING = 20;

/**
 * Returns a handler that handles the requests of each connection one at a time, and stops reading from it until then.
 * Node parses all requests that arrive together and would start all of them, however few responses the client reads.
 */
export function oneAtATime(handle: Handle): Handle {
  return (request, response) => {
    const pipeline = pipelines.get(request.socket);
    if (pipeline && (pipeline.waiting.length > 0 || !pipeline.response.writableFinished)) {
      wait(pipeline, { request, response });
      return;
    }
    handle(request, response);
    // A cached response is usually sent by now, but finishes later. Kept here, it would outlive a garbage collection.
    if (!isSent(response)) pipelines.set(request.socket, { request, response, waiting: [] });
  };

  function wait(pipeline: Pipeline, exchange: Exchange) {
    const { socket } = exchange.request;
    if (pipeline.waiting.length >= MAX_WAITING) {
      socket.destroy();
      return;
    }
    socket.pause();
    if (pipeline.waiting.push(exchange) === 1) {
      pipeline.response.once('close', () => handleNext(pipeline));
    }
  }

  function handleNext(pipeline: Pipeline) {
    const next = pipeline.waiting.shift();
    if (!next || next.request.socket.writableEnded || next.request.socket.destroyed) return;
    Object.assign(pipeline, next);
    if (pipeline.waiting.length > 0) {
      next.request.socket.pause();
      next.response.once('close', () => handleNext(pipeline));
    } else {
      next.request.socket.resume();
    }
    handle(next.request, next.response);
  }
}

/** Returns true if the operating system has accepted all of a response. */
const isSent = ({ writableEnded, writableLength }: ServerResponse) => writableEnded && writableLength === 0;

/** Returns true if a response is being created or sent on a connection. */
export function isResponding(socket: Duplex): boolean {
  const pipeline = pipelines.get(socket);
  return pipeline !== undefined && !pipeline.response.writableFinished;
}

/**
 * Returns true if responses are still being created or sent on a connection whose input is no longer valid, and then
 * closes the connection after the last of them. Returns false if the first unfinished request is the invalid one.
 */
export function closeAfterResponses(socket: Duplex): boolean {
  const pipeline = pipelines.get(socket);
  if (!pipeline || pipeline.response.writableFinished) return false;
  const { request, response, waiting } = pipeline;
  if (!request.complete && !response.headersSent) return false;
  // The rest of this request will not arrive.
  if (waiting.at(-1)?.request.complete === false) waiting.pop();
  socket.pause();
  (waiting.at(-1)?.response ?? response).once('close', () => request.socket.destroySoon());
  return true;
}
