/** How the drafts of a field are stored on this device, which earlier releases can read, too. */
export type StoredForm<Value> = {
  write: (value: Value) => string;
  /** Returns undefined for a text that is no value. */
  read: (text: string) => Value | undefined;
};

export const TEXT_FORM: StoredForm<string> = { write: (text) => text, read: (text) => text };

/** Stores values as JSON. `fromJson` returns undefined for other JSON, or throws. */
export const jsonForm = <Value>(
  fromJson: (json: unknown) => Value | undefined,
  toJson: (value: Value) => unknown = (value) => value,
): StoredForm<Value> => ({
  write: (value) => JSON.stringify(toJson(value)),
  read(text) {
    try {
      return fromJson(JSON.parse(text));
    } catch {
      return undefined;
    }
  },
});

/** Returns the texts in stored JSON, one per line, or any other stored text as it is. */
export function textsIn(stored: string): string {
  const textsOf = (json: unknown): string[] => {
    if (typeof json === 'string') return json.trim() === '' ? [] : [json];
    return typeof json === 'object' && json !== null ? Object.values(json).flatMap(textsOf) : [];
  };
  try {
    return textsOf(JSON.parse(stored)).join('\n') || stored;
  } catch {
    return stored;
  }
}
