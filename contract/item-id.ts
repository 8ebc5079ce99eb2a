import { Type } from 'typebox';

/** Suffix of the temporary ids that the editor assigns to unsaved items. The server replaces them with its own. */
export const NEW_ID_SUFFIX = '_new';

/** Returns a unique id for `NEW_ID_SUFFIX`. Not `randomUUID`, which browsers have only over TLS. */
export const uniqueId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

export const ItemId = Type.String({
  pattern: '^[A-Za-z0-9_.-]{1,80}$',
  description: '1 to 80 letters, digits, underscores, periods, or hyphens',
});

/** Names an item, in a path or a body. */
export const OneItem = Type.Object({ id: ItemId });
