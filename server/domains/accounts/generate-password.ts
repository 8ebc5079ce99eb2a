import { randomInt } from 'node:crypto';

/** Lower-case letters and digits, without those that are easily confused on a screen. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 7;
const GROUP_LENGTH = 4;

const DAY_MS = 24 * 60 * 60_000;

/** Days until a generated password stops working: others have seen it, on a screen or in a message. */
export const GENERATED_PASSWORD_DAYS = 7;

/** Returns when a password that is set now expires; null for a chosen password. */
export const passwordExpiry = ({ isGenerated }: { isGenerated: boolean }): string | null =>
  isGenerated ? new Date(Date.now() + GENERATED_PASSWORD_DAYS * DAY_MS).toISOString() : null;

/** Generates a random password of about 138 bits, in groups that can be read aloud. */
export function generatePassword(): string {
  return Array.from({ length: GROUPS }, randomGroup).join('-');
}

function randomGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');
}
