import { HttpError } from './errors.ts';

/** Throws 400, naming the second, if two items have the same id. Ignores new items, which have none. */
export function checkIdsDiffer(items: readonly { id?: string | null | undefined }[]): void {
  const seen = new Set<string>();
  for (const [index, { id }] of items.entries()) {
    if (!id) continue;
    if (seen.has(id)) {
      throw duplicateId(`body/${index}/id`);
    }
    seen.add(id);
  }
}

export const duplicateId = (field: string) =>
  new HttpError(400, 'twice', 'This ID is in the list twice. Use each ID only once.', { field });
