import { Type } from 'typebox';

/** The editor's own id of an item that has not been saved ends so; the server keeps ids of its own. */
export const NEW_ID_SUFFIX = '_new';

export const ItemId = Type.String({
  pattern: '^[A-Za-z0-9_.-]{1,80}$',
  description: 'letters, digits, _, . and -, at most 80 of them',
});
