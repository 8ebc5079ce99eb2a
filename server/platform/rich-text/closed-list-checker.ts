/** Checks cleaned rich text with an independent grammar. Returns the first violation. Only for tests. */
export function closedListViolation(html: string): string | undefined {
  let rest = html;

  function take(pattern: RegExp): string | undefined {
    const found = pattern.exec(rest)?.[0];
    rest = rest.slice(found?.length ?? 0);
    return found;
  }

  function takeBlocks(depth: number): void {
    while (takeParagraph() || takeList(depth + 1));
  }

  function takeParagraph(): boolean {
    if (!take(/^<p>/)) return false;
    takeInline(0);
    expect(/^<\/p>/);
    return true;
  }

  function takeList(depth: number): boolean {
    const tag = take(/^<[uo]l>/);
    if (!tag) return false;
    if (depth > 4) throw new SyntaxError(`A list at depth ${depth}`);
    expect(/^<li>/);
    do {
      if (!takeParagraph()) throw new SyntaxError('An item without a paragraph');
      takeBlocks(depth);
      expect(/^<\/li>/);
    } while (take(/^<li>/));
    expect(tag === '<ul>' ? /^<\/ul>/ : /^<\/ol>/);
    return true;
  }

  /** Parses marks, which nest in one order only, so that each formatting has one spelling. */
  function takeInline(level: number): void {
    for (;;) {
      if (take(TEXT)) continue;
      const inner = MARKS.findIndex((mark, index) => index >= level && take(mark.start));
      if (inner === -1) return;
      if (/^<\/(?:span|strong|em|u|s)>/.test(rest)) throw new SyntaxError('A mark around nothing');
      takeInline(inner + 1);
      expect(MARKS[inner]!.end);
    }
  }

  function expect(pattern: RegExp): void {
    if (take(pattern) === undefined) throw new SyntaxError(`${pattern} expected at ${rest.slice(0, 60)}`);
  }

  try {
    takeBlocks(0);
    expect(/^$/);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

const TEXT = /^(?:<br>|[^<>&\u00a0\p{Cc}\p{Cs}]|[\t\n]|&(?:amp|lt|gt|nbsp);)/u;

const MARKS = [
  { start: /^<span class="text-(?:small|normal|large|extra-large)">/, end: /^<\/span>/ },
  { start: /^<strong>/, end: /^<\/strong>/ },
  { start: /^<em>/, end: /^<\/em>/ },
  { start: /^<u>/, end: /^<\/u>/ },
  { start: /^<s>/, end: /^<\/s>/ },
];
