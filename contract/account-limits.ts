/** For new passwords only: one that is in use is never refused for its length. In UTF-16 units. */
export const PASSWORD_LENGTH = { min: 12, max: 128 } as const;

export const USERNAME_MAX_LENGTH = 100;

/** True for a new name: what is invisible, such as control characters, or stands at the ends would only mislead. */
export function isUsername(text: string): boolean {
  const isVisible = !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);
  return isVisible && text !== '' && text.length <= USERNAME_MAX_LENGTH && text.trim() === text;
}
