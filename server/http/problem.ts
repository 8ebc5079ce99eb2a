import type { FastifyError, FastifySchemaValidationError } from 'fastify';
import { STATUS_CODES, type OutgoingHttpHeaders } from 'node:http';
import { UPLOAD_TOO_LARGE } from '#contract/images.ts';
import { PROBLEM_MEDIA_TYPE, type Problem } from '#contract/problem.ts';
import { DatabaseUnavailableError, UNAVAILABLE_REASONS } from '#server/platform/database/database.ts';
import {
  ConflictError,
  DomainError,
  ForbiddenError,
  NotFoundError,
  RetryableError,
  StorageFullError,
  TooManyRequestsError,
  UnauthorizedError,
  UnavailableError,
  ValidationError,
  type CurrentValue,
  type Issue,
} from '#server/platform/errors.ts';
import { DATA_POLICY, responseHeaders, versionHeaders } from './headers.ts';
import { validationMessage, type MessageSchema } from './validation-message.ts';

const STATUSES = new Map<unknown, number>([
  [ValidationError, 400],
  [UnauthorizedError, 401],
  [ForbiddenError, 403],
  [NotFoundError, 404],
  [ConflictError, 409],
  [TooManyRequestsError, 429],
  [UnavailableError, 503],
  [StorageFullError, 507],
]);

/** Sentences of the errors that do not come from a domain, by status and code. Domain errors have their own. */
export const CATALOG = {
  400: {
    'bad-address': "This address has characters that aren't allowed. Check the link.",
    'bad-length': "The body doesn't match its Content-Length header. Correct the header.",
    invalid: "One or more fields aren't valid. Correct the fields listed in errors.",
    'invalid-json': 'Send valid JSON, without keys such as __proto__ or constructor.',
    'no-host': 'The request has no Host header. Send one.',
    'not-http': "This isn't a valid HTTP request. Check the program or proxy that sent it.",
    'several-hosts': 'The request has more than one Host header. Send only one.',
    'upload-broken-off': 'The upload was cut off. Try again.',
  },
  403: {
    'upload-not-as-signed':
      "The file doesn't match the type or size given when the upload started. Start the upload again.",
  },
  408: { 'too-slow': 'The request took too long to arrive. Send it again.' },
  413: {
    'body-too-large': 'This is too big to save. Shorten it and try again.',
    'file-too-large': UPLOAD_TOO_LARGE,
  },
  415: { 'wrong-content-type': 'Send the body as application/json.' },
  416: { 'no-such-range': "The file doesn't have that part. Request another range." },
  431: {
    'headers-too-large':
      'The request headers are too large. Shorten the address, or clear your cookies for this website.',
  },
  '4xx': { refused: "The server couldn't accept this request. Check it and send it again." },
  500: {
    crash:
      'Something went wrong on our end. Try again in a minute. If it keeps happening, tell the person who runs your website.',
  },
  503: {
    'database-read-only':
      "We can't save right now because the database is read-only for the moment. What you typed is kept. Try again in a minute.",
    'database-unavailable':
      "We can't save or load anything right now because the database isn't responding. Try again in a minute.",
  },
} as const;

type Catalog = typeof CATALOG;
type Status = Exclude<keyof Catalog, '4xx'>;
type Code<S extends Status> = keyof Catalog[S] & string;

/** Thrown for a request that does not reach the domain. */
export class HttpError<S extends Status = Status> extends Error {
  override name = 'HttpError';
  readonly problem: Problem;

  constructor(status: S, code: Code<S>, more?: { detail?: string; field?: string }) {
    const found = problem(status, code, more);
    super(found.detail);
    this.problem = found;
  }
}

/** Returns the problem details of an error. Status 500 means that the error is internal and must be logged. */
export function toProblem(error: unknown, method = 'POST'): Problem {
  if (error instanceof HttpError) return error.problem;
  if (error instanceof DomainError) return ofDomainError(error, method);
  if (error instanceof DatabaseUnavailableError)
    return error.reason === 'standby' ? problem(503, 'database-read-only') : unavailable(error);
  return ofFrameworkError(error as FastifyError);
}

function unavailable({ reason }: DatabaseUnavailableError): Problem {
  if (reason === 'no-response') return problem(503, 'database-unavailable');
  const detail = `We can't save or load anything right now because ${UNAVAILABLE_REASONS[reason]}. Try again in a minute. If it keeps happening, tell the person who runs your website.`;
  return problem(503, 'database-unavailable', { detail });
}

/** Returns the headers of problem details. */
export function problemHeaders(error?: unknown): OutgoingHttpHeaders {
  const type = `${PROBLEM_MEDIA_TYPE}; charset=utf-8`;
  const retryAfter = retryAfterSeconds(error);
  return {
    ...responseHeaders({ type, policy: DATA_POLICY, cache: 'never' }),
    ...(error instanceof ConflictError && error.current && versionHeaders(error.current)),
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  };
}

function retryAfterSeconds(error: unknown): number | undefined {
  if (error instanceof DatabaseUnavailableError) return 5;
  return error instanceof RetryableError ? error.retryAfterSeconds : undefined;
}

/** `detail` replaces the sentence of the catalog. */
function problem<S extends Status>(
  status: S,
  code: Code<S>,
  { detail = String(CATALOG[status][code]), field }: { detail?: string; field?: string } = {},
): Problem {
  return {
    ...details(status, code, detail),
    ...(field !== undefined && { errors: [{ field, message: detail }] }),
  };
}

function details(status: number, code: string, detail: string): Problem {
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    code,
    detail,
  };
}

function ofDomainError(error: DomainError, method: string): Problem {
  const { code, message, path } = error;
  const input = method === 'GET' || method === 'HEAD' ? 'querystring' : 'body';
  const single: Issue[] | undefined = path === undefined ? undefined : [{ path, message }];
  const issues = (error instanceof ValidationError && error.issues) || single;
  return {
    ...details(STATUSES.get(error.constructor) ?? 500, code, shorten(message, MAX_ERRORS.message)),
    ...(issues && {
      errors: toErrors(issues, ({ path: at, line, message: text }) =>
        line === undefined ? { field: `${input}${at}`, message: text } : { field: at, line, message: text },
      ),
    }),
    ...(error instanceof ConflictError && error.current && { current: withoutEpoch(error.current) }),
  };
}

type FieldError = NonNullable<Problem['errors']>[number];

/** Limits of `errors`: their number, and lengths in UTF-16 code units. Both can contain keys that the client has sent. */
const MAX_ERRORS = { count: 100, field: 200, message: 1000 } as const;

const toErrors = <Each>(issues: readonly Each[], toError: (issue: Each) => FieldError): FieldError[] =>
  issues.slice(0, MAX_ERRORS.count).map((issue) => {
    const { field, message, ...line } = toError(issue);
    return {
      field: shorten(field, MAX_ERRORS.field),
      ...line,
      message: shorten(message, MAX_ERRORS.message),
    };
  });

const shorten = (text: string, max: number) =>
  text.length > max ? `${text.slice(0, max - 1).toWellFormed()}…` : text;

const withoutEpoch = ({ epoch: _epoch, ...current }: CurrentValue) => current;

function ofFrameworkError(error: FastifyError): Problem {
  const { validation, validationContext, code, statusCode = 500 } = error;
  if (validation) {
    return {
      ...problem(400, 'invalid'),
      errors: toErrors(withoutAlternatives(validation), ({ keyword, instancePath, params, ...more }) => ({
        field: fieldName(validationContext ?? 'body', instancePath, params),
        message: validationMessage(keyword, parentSchemaOf(more)),
      })),
    };
  }
  const known = FRAMEWORK_ERRORS.get(code);
  if (known) return known;
  if (statusCode === 400 && (error instanceof SyntaxError || code === 'FST_ERR_CTP_INVALID_JSON_BODY')) {
    // The JSON parser also throws this error for keys that could pollute prototypes.
    return problem(400, 'invalid-json', { field: 'body' });
  }
  if (statusCode < 400 || statusCode >= 500) return problem(500, 'crash');
  return details(statusCode, 'refused', CATALOG['4xx'].refused);
}

const FRAMEWORK_ERRORS = new Map<string, Problem>([
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', problem(415, 'wrong-content-type', { field: 'body' })],
  [
    'FST_ERR_CTP_EMPTY_JSON_BODY',
    problem(400, 'invalid-json', { detail: 'The body is empty. Send JSON.', field: 'body' }),
  ],
  ['FST_ERR_CTP_BODY_TOO_LARGE', problem(413, 'body-too-large', { field: 'body' })],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', problem(400, 'bad-length', { field: 'body' })],
  ['FST_ERR_BAD_URL', problem(400, 'bad-address')],
]);

/** Drops the errors of `anyOf` alternatives, which contradict each other. The error of the `anyOf` names them all. */
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
