import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Header of the request that a trusted proxy sets, and of error responses. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** What proxies generate, such as a UUID or `Root=1-67891233-abcdef012345678912345678`. */
const WELL_FORMED = /^[\w.:=-]{1,100}$/;

/** Returns the ID with which the log names a request: that of a trusted proxy, or a new one. */
export function requestIdOf({ headers }: IncomingMessage, isFromProxy: boolean): string {
  const given = headers[REQUEST_ID_HEADER];
  return isFromProxy && typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID();
}
