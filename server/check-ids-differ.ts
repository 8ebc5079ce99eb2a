import { ValidationError } from './errors.ts';

/** Throws ValidationError, naming the second, if two items have the same id. Ignores new items, which have none. */
export function checkIdsDiffer(items: readonly { id?: string | null | undefined }[]): void {
  const seen = new Set<string>();
  for (const [index, { id }] of items.entries()) {
    if (!id) continue;
    if (seen.has(id)) {
      throw new ValidationError(
        'twice',
        'This ID is in the list twice. Use each ID only once.',
        `/${index}/id`,
      );
    }
    seen.add(id);
  }
}
