import type { FastifyRequest } from 'fastify';
import { API } from '#contract/paths.ts';
import type { Problem } from '#contract/problem.ts';

export type SecurityEvent =
  | 'sign-in'
  | 'sign-in-failed'
  | 'password-changed'
  | 'token-created'
  | 'token-used'
  | 'token-deleted'
  | 'upload-rejected'
  | 'unauthorized'
  | 'forbidden'
  | 'too-many-requests';

type Details = { account?: string; token?: string; status?: number; code?: string };

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
  const { ip: address, method, routeOptions, account } = request;
  request.log
    .child({}, { level: 'info' })
    .info({ event, address, account, method, route: routeOptions.url, ...details });
}

/** Logs a rejected request if its status or its endpoint matters to security, and returns the event. */
export function logRejection(request: FastifyRequest, { status, code }: Problem): SecurityEvent | undefined {
  const event = rejectionEvent(request.routeOptions.url ?? '', status, code);
  if (event) logSecurity(request, event, { status, code });
  return event;
}

function rejectionEvent(route: string, status: number, code: string): SecurityEvent | undefined {
  if (code === 'invalid-credentials' || code === 'password-expired') return 'sign-in-failed';
  if (status === 401) return 'unauthorized';
  if (status === 429) return 'too-many-requests';
  if (status < 500 && UPLOADS.some((path) => route.startsWith(path))) return 'upload-rejected';
  return status === 403 ? 'forbidden' : undefined;
}

const UPLOADS = [API.uploads, API.saveImage, API.replaceImage];
