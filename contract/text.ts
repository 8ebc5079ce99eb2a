/** PostgreSQL cannot hold the character U+0000, and nobody types it. */
export const NO_NUL = '^[^\\u0000]*$';
