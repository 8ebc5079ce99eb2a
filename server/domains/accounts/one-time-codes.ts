import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { RECOVERY_CODES } from '#contract/factors.ts';
import type { FactorStore } from './factor-store.ts';
import { hashOf } from './sessions.ts';

/** 120 bits, so that a hash without salt suffices. */
const RECOVERY_CODE_BYTES = 15;

/** Creates a secret for an app, and the address for a QR code. */
export function createAppSecret(issuer: string, label: string): { secret: string; uri: string } {
  const totp = new TOTP({ issuer, label, secret: new Secret({ size: 20 }) });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** Returns a code without what people type between its groups. */
const plain = (typed: string) => typed.replaceAll(/[\s-]/g, '').toUpperCase();

/** Returns whether a code is one of an app, which can be guessed. */
export const isOfApp = (typed: string): boolean => /^\d{6}$/.test(plain(typed));

/** Returns the period of 30 seconds whose code it is: the current one, or one next to it. Undefined for another code. */
export function findPeriod(secret: string, typed: string, at: Date): number | undefined {
  const totp = new TOTP({ secret });
  const timestamp = at.getTime();
  const delta = totp.validate({ token: plain(typed), timestamp, window: 1 });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

/** Replaces the recovery codes of an administrator. Returns the new ones, in groups of four. */
export async function createRecoveryCodes(
  factors: FactorStore,
  adminId: string,
  at: Date,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => {
    const bytes = Uint8Array.from(randomBytes(RECOVERY_CODE_BYTES));
    return new Secret({ buffer: bytes.buffer }).base32;
  });
  await factors.remove(adminId, 'code');
  const row = { admin_id: adminId, kind: 'code', created_at: at.toISOString() } as const;
  await factors.insert(codes.map((code) => ({ ...row, id: hashOf(code) })));
  return codes.map((code) => code.replaceAll(/.{4}(?=.)/g, '$&-'));
}

/** Uses a code of an app, or a recovery code, up. Returns false for a wrong one, and for one that was used. */
export async function useCode(
  factors: FactorStore,
  adminId: string,
  typed: string,
  at: Date,
): Promise<boolean> {
  if (!isOfApp(typed)) return factors.remove(adminId, 'code', hashOf(plain(typed)));
  const [app] = await factors.list(adminId, 'app');
  const period = app && findPeriod(app.secret, typed, at);
  return period !== undefined && factors.use(app!.id, period, period, at);
}
