/** Counts the parts of a list or table that were changed, added or removed, such as its rows. At least 1. */
export function countChanges(saved: unknown, draft: unknown): number {
  const [before, after] = [partsOf(saved), partsOf(draft)];
  return Math.max(1, countMissing(before, after), countMissing(after, before));
}

function partsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map((each) => JSON.stringify(each));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, part]: [string, unknown]) =>
      // A new column makes each row longer, but changes none.
      [part].flat().map((each) => `${name} ${JSON.stringify(each).replace(/(,"")+\]$/, ']')}`),
    );
  }
  try {
    const json = typeof value === 'string' ? (JSON.parse(value) as unknown) : undefined;
    if (typeof json === 'object' && json !== null) return partsOf(json);
  } catch {
    // A text of words.
  }
  return [JSON.stringify(value)];
}

/** Returns how many parts are not among the others, each of which counts once. */
function countMissing(parts: readonly string[], others: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const other of others) counts.set(other, (counts.get(other) ?? 0) + 1);
  return parts.filter((part) => {
    const count = counts.get(part) ?? 0;
    counts.set(part, count - 1);
    return count <= 0;
  }).length;
}
