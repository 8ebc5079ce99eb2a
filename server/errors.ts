import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifySchemaValidationError } from 'fastify';
import type { Problem } from '#contract/problem.ts';
import { DatabaseUnavailableError } from './database/database.ts';
import { validationMessage, type MessageSchema } from './validation-message.ts';

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
  new HttpError(
    409,
    'conflict',
    'Someone else changed this while you were editing. Choose which version to keep.',
    { current },
  );

export const notFound = () =>
  new HttpError(
    404,
    'not-found',
    'Nothing was found at this address. It may have been removed. Reload the page.',
  );
export const badAddress = () =>
  new HttpError(400, 'bad-address', "This address has characters that aren't allowed. Check the link.");
export const severalHosts = () =>
  new HttpError(400, 'several-hosts', 'The request has more than one Host header. Send only one.');
export const noHost = () => new HttpError(400, 'no-host', 'The request has no Host header. Send one.');
export const notHttp = () =>
  new HttpError(400, 'not-http', "This isn't a valid HTTP request. Check the program or proxy that sent it.");
export const unavailable = () =>
  new HttpError(
    503,
    'database-unavailable',
    "We can't save or load anything right now because the database isn't responding. Try again in a minute.",
    { retryAfterSeconds: 5 },
  );

const FRAMEWORK_ERRORS: Record<string, { code: string; detail: string }> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'wrong-content-type',
    detail: 'Send the body as application/json.',
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: { code: 'invalid-json', detail: 'The body is empty. Send JSON.' },
  FST_ERR_CTP_BODY_TOO_LARGE: {
    code: 'body-too-large',
    detail: 'This is too big to save. Shorten it and try again.',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'bad-length',
    detail: "The body doesn't match its Content-Length header. Correct the header.",
  },
  FST_ERR_BAD_URL: { code: 'bad-address', detail: badAddress().message },
};

export function toHttpError(error: unknown): unknown {
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
  const { validation, validationContext, code, statusCode = 500 } = error as FastifyError;
  if (validation) {
    return {
      ...problem(400, 'invalid', "One or more fields aren't valid. Correct the fields listed in errors."),
      errors: withoutAlternatives(validation).map(({ keyword, instancePath, params, ...more }) => ({
        field: fieldName(validationContext ?? 'body', instancePath, params),
        message: validationMessage(keyword, parentSchemaOf(more)),
      })),
    };
  }
  const frameworkError = FRAMEWORK_ERRORS[code];
  if (frameworkError) {
    const { code: ours, detail } = frameworkError;
    const isOfBody = code !== 'FST_ERR_BAD_URL';
    return {
      ...problem(statusCode, ours, detail),
      ...(isOfBody && { errors: [{ field: 'body', message: detail }] }),
    };
  }
  if (statusCode === 400 && (error instanceof SyntaxError || code === 'FST_ERR_CTP_INVALID_JSON_BODY')) {
    // The JSON parser also throws this error for keys that could pollute prototypes.
    const message = 'Send valid JSON, without keys such as __proto__ or constructor.';
    return { ...problem(400, 'invalid-json', message), errors: [{ field: 'body', message }] };
  }
  if (statusCode < 400 || statusCode >= 500) return undefined;
  return problem(
    statusCode,
    'refused',
    "The server couldn't accept this request. Check it and send it again.",
  );
}

export const crash = () =>
  problem(
    500,
    'crash',
    'Something went wrong on our end. Try again in a minute. If it keeps happening, tell the person who runs your website.',
  );

export function problem(status: number, code: string, detail: string): Problem {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, code, detail };
}

/** Drops the errors of the alternatives of an `anyOf`, which contradict each other. Its own error names them all. */
function withoutAlternatives(errors: readonly FastifySchemaValidationError[]) {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf');
  return errors.filter(
    ({ schemaPath }) => !unions.some((union) => schemaPath.startsWith(`${union.schemaPath}/`)),
  );
}

/** Returns the schema that an error violates. It exists in Ajv's verbose mode; Fastify's types omit it. */
const parentSchemaOf = (error: object) => (error as { parentSchema?: MessageSchema }).parentSchema ?? {};

function fieldName(context: string, instancePath: string, params: Record<string, unknown>): string {
  const missing = params['missingProperty'];
  const path = typeof missing === 'string' ? `${instancePath}/${missing}` : instancePath;
  return `${context}${path}`;
}
