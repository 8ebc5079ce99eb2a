import { STATUS_CODES } from 'node:http';
import type { FastifyError } from 'fastify';
import type { Problem } from '#contract/problem.ts';
import { DatabaseUnavailableError } from './database/database.ts';

/** Thrown for every expected failure of a request. */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly status: number;
  readonly code: string;
  readonly more: HttpErrorDetails;

  constructor(status: number, code: string, detail: string, more: HttpErrorDetails = {}) {
    super(detail);
    this.status = status;
    this.code = code;
    this.more = more;
  }
}

type HttpErrorDetails = {
  /** The invalid field, such as `body/message`. */
  field?: string;
  /** All invalid fields, if there are several. */
  errors?: Problem['errors'];
  retryAfterSeconds?: number;
  /** The current stored value in a conflict. */
  current?: Problem['current'];
};

export const conflict = (current: NonNullable<Problem['current']>) =>
  new HttpError(409, 'conflict', 'Somebody else has changed this meanwhile.', { current });

export const notFound = () => new HttpError(404, 'not-found', 'There is nothing at this address.');
export const badAddress = () =>
  new HttpError(400, 'bad-address', 'The address has characters that no address here has.');
export const severalHosts = () =>
  new HttpError(400, 'several-hosts', 'The request names more than one Host.');
export const noHost = () => new HttpError(400, 'no-host', 'The request names no Host.');
export const notHttp = () => new HttpError(400, 'not-http', 'The request is not HTTP.');
export const unavailable = () =>
  new HttpError(503, 'database-unavailable', 'The database does not answer. Please try again in a moment.', {
    retryAfterSeconds: 5,
  });

const FRAMEWORK_REFUSALS: Record<string, { code: string; detail: string }> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'wrong-content-type',
    detail: 'The body has to be application/json.',
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: { code: 'invalid-json', detail: 'The body is empty; it has to be JSON.' },
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'body-too-large', detail: 'The body is larger than this call takes.' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'bad-length',
    detail: 'The body is not as long as its header says.',
  },
  FST_ERR_BAD_URL: { code: 'bad-address', detail: badAddress().message },
};

export function toRefusal(error: unknown): unknown {
  return error instanceof DatabaseUnavailableError ? unavailable() : error;
}

/** Returns the problem details of an error, or undefined for an internal error: log that, and respond with `crash`. */
export function toProblem(error: unknown): Problem | undefined {
  if (error instanceof HttpError) {
    const { status, code, message, more } = error;
    return {
      ...problem(status, code, message),
      ...(more.field && { errors: [{ field: more.field, message }] }),
      ...(more.errors && { errors: more.errors }),
      ...(more.current && { current: more.current }),
    };
  }
  const { validation, validationContext, code, statusCode = 500, message } = error as FastifyError;
  if (validation) {
    return {
      ...problem(400, 'invalid', 'A field is not as this call wants it.'),
      errors: validation.map(
        ({ keyword, instancePath, params, message: reason = 'is not valid', ...more }) => ({
          field: fieldName(validationContext ?? 'body', instancePath, params),
          // Show the description of the schema, because a pattern is hard to read.
          message: keyword === 'pattern' ? describePattern(more) : reason,
        }),
      ),
    };
  }
  const refusal = FRAMEWORK_REFUSALS[code];
  if (refusal) {
    const { code: ours, detail } = refusal;
    const isOfBody = code !== 'FST_ERR_BAD_URL';
    return {
      ...problem(statusCode, ours, detail),
      ...(isOfBody && { errors: [{ field: 'body', message: detail }] }),
    };
  }
  if (statusCode === 400 && (error instanceof SyntaxError || code === 'FST_ERR_CTP_INVALID_JSON_BODY')) {
    // The JSON parser also throws this error for keys that could pollute prototypes.
    return {
      ...problem(400, 'invalid-json', 'The body is not JSON that this call takes.'),
      errors: [{ field: 'body', message: 'has to be JSON, without keys such as __proto__ or constructor' }],
    };
  }
  return statusCode >= 400 && statusCode < 500 ? problem(statusCode, 'refused', message) : undefined;
}

export const crash = () => problem(500, 'crash', 'Something went wrong on the server. It was noted.');

export function problem(status: number, code: string, detail: string): Problem {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, code, detail };
}

/** Returns the message for a failed pattern. `parentSchema` exists in Ajv's verbose mode; Fastify's types omit it. */
function describePattern(error: object): string {
  const { parentSchema } = error as { parentSchema?: { description?: string } };
  return parentSchema?.description
    ? `has to be: ${parentSchema.description}`
    : 'has characters that it must not have';
}

function fieldName(context: string, instancePath: string, params: Record<string, unknown>): string {
  const missing = params['missingProperty'];
  const path = typeof missing === 'string' ? `${instancePath}/${missing}` : instancePath;
  return `${context}${path}`;
}
