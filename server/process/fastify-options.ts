import { LogController, type FastifyServerOptions } from 'fastify';
import { COMPILERS } from '#server/http/schema-compilers.ts';

/** Default body limit. Endpoints that accept longer lists set their own `bodyLimit`. */
const BODY_LIMIT_BYTES = 1024 * 1024;

/** What decides which requests are valid. */
export const FASTIFY_OPTIONS = {
  logController: new LogController({ disableRequestLogging: true }),
  bodyLimit: BODY_LIMIT_BYTES,
  forceCloseConnections: 'idle',
  // Respond to a request that arrives on an open connection during the close.
  return503OnClosing: false,
  // Reject a number that is sent as a string.
  ajv: {
    customOptions: { coerceTypes: false, removeAdditional: false, verbose: true },
    // Count lengths in UTF-16 units, as browsers do.
    onCreate: (ajv: { opts: { unicode?: boolean } }) => void (ajv.opts.unicode = false),
  },
  schemaController: { compilersFactory: COMPILERS },
} satisfies FastifyServerOptions;
