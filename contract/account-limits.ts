/** Length limits for new passwords, in UTF-16 code units. Existing passwords are not checked against them. */
export const PASSWORD_LENGTH = { min: 12, max: 128 } as const;

export const USERNAME_MAX_LENGTH = 100;

/** Returns true for a valid new username. Invisible characters and surrounding whitespace could mislead. */
export function isUsername(text: string): boolean {
  const isVisible = !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);
  return isVisible && text !== '' && text.length <= USERNAME_MAX_LENGTH && text.trim() === text;
}
