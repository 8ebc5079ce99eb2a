import { ValidationError } from '#server/platform/errors.ts';

/** Throws ValidationError for the second of two items with the same id. Ignores new items, which have none. */
export function checkIdsDiffer(items: readonly { id?: string | null | undefined }[]): void {
  const seen = new Set<string>();
  for (const [index, { id }] of items.entries()) {
    if (!id) continue;
    if (seen.has(id)) throw duplicateId(`/${index}/id`);
    seen.add(id);
  }
}

const duplicateId = (path: string) =>
  new ValidationError('twice', 'This ID is in the list twice. Use each ID only once.', path);

/** Throws ValidationError for the second of two equal ids in the list at `path`. */
export function checkOrder(ids: readonly string[], path: string): void {
  const seen = new Set<string>();
  const twice = ids.findIndex((id) => seen.size === seen.add(id).size);
  if (twice >= 0) throw duplicateId(`${path}/${twice}`);
}
