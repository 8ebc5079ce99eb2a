/** Length limits for new passwords, in UTF-16 code units. Existing passwords are not checked against them. */
export const PASSWORD_LENGTH = { min: 12, max: 128 } as const;

export const USERNAME_MAX_LENGTH = 100;

/** Noun phrases that complete “Use …” and “It must be …”. */
export const PASSWORD_RULE = `a password of ${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters`;
export const USERNAME_RULE = `a username of 1 to ${USERNAME_MAX_LENGTH} characters, with no hidden characters and no space at the start or end`;

/** Returns true for a valid new username. Invisible characters and surrounding whitespace could mislead. */
export function isUsername(text: string): boolean {
  const isVisible = !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);
  return isVisible && text !== '' && text.length <= USERNAME_MAX_LENGTH && text.trim() === text;
}
