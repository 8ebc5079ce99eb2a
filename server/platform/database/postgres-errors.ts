import { DatabaseError } from 'pg';
import type { FindReason } from './transaction.ts';

/** SQLSTATE classes about the state of the server: connection, resources, operator intervention, system. */
const UNAVAILABLE_CLASSES = new Set(['08', '53', '57', '58']);
/** Serialization failure, deadlock, lock not available. */
const UNAVAILABLE_STATES = new Set(['40001', '40P01', '55P03']);

/** Other SQLSTATEs with a reason of their own: the last two are of damaged pages. */
const REASONS: Readonly<Record<string, ReturnType<FindReason>>> = {
  '25006': 'standby',
  '53100': 'full',
  '53300': 'connections',
  '55P03': 'busy',
  '58030': 'disk',
  XX001: 'damaged',
  XX002: 'damaged',
};

/** Messages of connection errors, for which `pg` sets no code. */
const LOST_CONNECTION =
  /^(Connection terminated|Client has encountered a connection error|Client was closed)/;

export const findReason: FindReason = (error) =>
  REASONS[(error as { code?: string }).code ?? ''] ?? (isUnavailable(error) ? 'no-response' : undefined);

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: string };
  if (error instanceof DatabaseError) {
    return UNAVAILABLE_CLASSES.has(code?.slice(0, 2) ?? '') || UNAVAILABLE_STATES.has(code ?? '');
  }
  const isNetwork = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/.test(code ?? '');
  return isNetwork || LOST_CONNECTION.test(error.message);
}
