/** Pattern that rejects U+0000, which PostgreSQL cannot store in text. */
export const NO_NUL = '^[^\\u0000]*$';
