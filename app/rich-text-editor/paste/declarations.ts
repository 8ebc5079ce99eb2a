export type Declarations = ReadonlyMap<string, string>;

const NONE: Declarations = new Map();

/** What a style attribute declares, names and values in lower case; of a name declared twice, the last. */
export function declarationsIn(style: string | null): Declarations {
  if (!style) return NONE;
  const found = new Map<string, string>();
  for (const [, name, value] of style.matchAll(DECLARATION)) {
    found.set(
      name!.toLowerCase(),
      value!
        .replace(/!\s*important\s*$/i, '')
        .trim()
        .toLowerCase(),
    );
  }
  return found;
}

/** Values may have a `;` in a string or in brackets, as fonts and pictures do. */
const DECLARATION = /([-\w]+)\s*:((?:"[^"]*"|'[^']*'|\([^)]*\)|[^;"'(])*)(?:;|$)/g;
