/** For new passwords only: one that is in use is never refused for its length. In UTF-16 units. */
export const PASSWORD_LENGTH = { min: 12, max: 128 } as const;

export const USERNAME_MAX_LENGTH = 100;
