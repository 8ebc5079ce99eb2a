import type { FastifyRequest } from 'fastify';
import { networkOf, networksAround } from '#server/platform/network-address.ts';
import { FACTOR_SETUP_NEEDED, SECOND_FACTOR_NEEDED } from '#contract/factors.ts';
import { API, SECOND_STEP_PAGE, SIGN_IN_PAGE } from '#contract/paths.ts';
import type { Problem } from '#contract/problem.ts';

export type SecurityEvent =
  | 'sign-in'
  | 'sign-in-step'
  | 'sign-in-failed'
  | 'sign-in-refused'
  | 'confirmed'
  | 'password-changed'
  | 'factors-removed'
  | 'token-created'
  | 'token-used'
  | 'token-deleted'
  | 'rights-changed'
  | 'account-removed'
  | 'link-created'
  | 'link-used'
  | 'preview-link-created'
  | 'upload-rejected'
  | 'unauthorized'
  | 'forbidden'
  | 'too-many-requests';

type Details = {
  account?: string;
  of?: string;
  token?: string;
  status?: number;
  code?: string;
  more?: number;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Name of the account that the log lines of the request name. */
    account?: string | undefined;
  }
}

/**
 * Logs an event as one line, at any log level. Takes names that the database knows, and nothing that a client sent:
 * people type passwords into the wrong field, and URLs contain signatures.
 */
export function logSecurity(request: FastifyRequest, event: SecurityEvent, details: Details = {}): void {
  createLine(request, event)(details);
}

function createLine(request: FastifyRequest, event: SecurityEvent): (details: Details) => void {
  const { ip: address, method, routeOptions, account } = request;
  const log = request.log.child({}, { level: 'info' });
  return (details) => log.info({ event, address, account, method, route: routeOptions.url, ...details });
}

const MINUTE_MS = 60_000;
/** Kinds of rejections of networks that have their own lines. */
const MAX_KINDS = 1000;

/**
 * Returns a function that logs a rejected request if its status or its endpoint matters to security, and returns the
 * event. Of equal rejections of a network in a minute, the first has a line, and the number of the others is `more` in a
 * second one. Wrong passwords, whose number is limited, have a line each.
 */
export function createRejectionLog() {
  const repeated = new Map<string, { more: number }>();

  return (request: FastifyRequest, { status, code }: Problem): SecurityEvent | undefined => {
    const event = rejectionEvent(request.routeOptions.url ?? '', status, code);
    if (!event) return undefined;
    const line = createLine(request, event);
    const network = repeated.size < MAX_KINDS ? networksAround(networkOf(request.ip)).at(-1) : 'others';
    const kind = `${event} ${code} ${network}`;
    const known = repeated.get(kind);
    if (known) known.more += 1;
    else line({ status, code });
    if (known || event === 'sign-in-failed') return event;
    const others = { more: 0 };
    repeated.set(kind, others);
    setTimeout(() => {
      repeated.delete(kind);
      if (others.more > 0) line({ status, code, ...others });
    }, MINUTE_MS).unref();
    return event;
  };
}

function rejectionEvent(route: string, status: number, code: string): SecurityEvent | undefined {
  if (['invalid-credentials', 'password-expired', 'wrong-code'].includes(code)) return 'sign-in-failed';
  if (code === SECOND_FACTOR_NEEDED || code === FACTOR_SETUP_NEEDED) return 'sign-in-step';
  if (status === 401) return 'unauthorized';
  if (status === 429) return 'too-many-requests';
  if (status < 500 && UPLOADS.some((path) => route.startsWith(path))) return 'upload-rejected';
  if (status === 403) return 'forbidden';
  return SIGN_INS.includes(route) && (status < 500 || code === 'busy') ? 'sign-in-refused' : undefined;
}

const SIGN_INS: readonly string[] = [API.signIn, API.signInCode, SIGN_IN_PAGE, SECOND_STEP_PAGE];

const UPLOADS = [API.uploads, API.saveImage, API.replaceImage];
