export type Declarations = ReadonlyMap<string, string>;

const NONE: Declarations = new Map();

/** Parses a style attribute into lower-case names and values. The last declaration of a name wins. */
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

/** Values may contain `;` in strings or parentheses, as in fonts and URLs. */
const DECLARATION = /([-\w]+)\s*:((?:"[^"]*"|'[^']*'|\([^)]*\)|[^;"'(])*)(?:;|$)/g;
