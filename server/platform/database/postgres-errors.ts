import { DatabaseError } from 'pg';
import type { UnavailableReason } from './database.ts';
import type { FindReason } from './transaction.ts';

/** Reasons by SQLSTATE, or by its class: connection, resources, operator intervention, and system. */
const REASONS: Readonly<Record<string, UnavailableReason>> = {
  '08': 'no-response',
  '53': 'no-response',
  '57': 'no-response',
  '58': 'no-response',
  '25006': 'standby',
  // Serialization failure, deadlock, and lock not available.
  '40001': 'busy',
  '40P01': 'busy',
  '55P03': 'busy',
  '53100': 'full',
  '53300': 'connections',
  '58030': 'disk',
  // Damaged pages.
  XX001: 'damaged',
  XX002: 'damaged',
};

/** Codes of network errors, and messages of connection errors, for which `pg` sets no code. */
const LOST_CONNECTION =
  /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_|Connection terminated|Client has encountered a connection error|Client was closed)/;

export const findReason: FindReason = (error) => {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (error instanceof DatabaseError) return REASONS[code] ?? REASONS[code.slice(0, 2)];
  return LOST_CONNECTION.test(code) || LOST_CONNECTION.test(message) ? 'no-response' : undefined;
};
