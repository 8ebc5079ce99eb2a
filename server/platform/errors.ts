import type { ConflictingValue } from '#contract/problem.ts';

/** Validation error of one value. */
export type Issue = {
  /** Path of the value in the input, such as `/0/name`. With `line`, the name of its column. */
  path: string;
  message: string;
  /** Line in a CSV file, from 1. */
  line?: number;
};

/** Base class of all expected errors. The message is one or more full sentences for the administrator. */
export abstract class DomainError extends Error {
  /** Stable code for programs, such as `too-large`. */
  readonly code: string;
  /** Path of the value that caused the error in the input, such as `/0/name`. */
  readonly path: string | undefined;

  constructor(code: string, message: string, path?: string) {
    super(message);
    this.name = new.target.name;
    this.code = code;
    this.path = path;
  }
}

/** Thrown when the input breaks a rule. */
export class ValidationError extends DomainError {
  /** Set if the error can have several issues. */
  readonly issues: readonly Issue[] | undefined;

  constructor(code: string, message: string, where?: string | readonly Issue[]) {
    super(code, message, typeof where === 'string' ? where : undefined);
    this.issues = typeof where === 'string' ? undefined : where;
  }
}

/** Thrown when the credentials are missing or wrong. */
export class UnauthorizedError extends DomainError {}

/** Thrown when the caller may not do this. */
export class ForbiddenError extends DomainError {}

/** Thrown when something does not exist, or no longer. */
export class NotFoundError extends DomainError {
  constructor(
    code = 'not-found',
    message = 'Nothing was found at this address. It may have been removed. Reload the page.',
    path?: string,
  ) {
    super(code, message, path);
  }
}

/** Thrown when the change contradicts the stored content. */
export class ConflictError extends DomainError {
  /** Stored value that has changed since the version that the save is based on. */
  readonly current: CurrentValue | undefined;

  constructor(
    code: string,
    message: string,
    { path, current }: { path?: string; current?: CurrentValue } = {},
  ) {
    super(code, message, path);
    this.current = current;
  }
}

/** `epoch` belongs to `version`; see `ContentVersion`. */
export type CurrentValue = {
  content: unknown;
  version: number;
  epoch: string;
  at: string;
  author: string | null;
  /** Last change of each value that conflicts, where known. */
  conflicts?: ConflictingValue[];
};

/** Base class of errors that can disappear on a repeated attempt. */
export abstract class RetryableError extends DomainError {
  readonly retryAfterSeconds: number;

  constructor(code: string, message: string, retryAfterSeconds: number, { cause }: ErrorOptions = {}) {
    super(code, message);
    this.retryAfterSeconds = retryAfterSeconds;
    if (cause !== undefined) this.cause = cause;
  }
}

/** Thrown when a limit of attempts is exceeded. */
export class TooManyRequestsError extends RetryableError {}

/** Thrown when a queue is full, or when object storage or the image worker fails. */
export class UnavailableError extends RetryableError {}

/** Thrown when the disk is full. Nothing was saved. */
export class StorageFullError extends DomainError {
  constructor({ cause }: { cause: unknown }) {
    super(
      'disk-full',
      "The server's disk is full, so nothing was saved. Tell the person who runs your website.",
    );
    this.cause = cause;
  }
}

/** Returns a StorageFullError for an error that a full disk caused, and every other error unchanged. */
export function orStorageFull(error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  return ['ENOSPC', 'EDQUOT'].includes(code) ? new StorageFullError({ cause: error }) : error;
}
