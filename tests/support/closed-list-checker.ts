import type { RichTextModel } from '#contract/rich-text.ts';

/** Checks cleaned rich text with an independent grammar. Returns the first violation. */
export function closedListViolation(html: string, model: RichTextModel = 'field'): string | undefined {
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
      const inner = (model === 'page' ? PAGE_MARKS : MARKS).findIndex(
        (mark, index) => index >= level && take(mark.start),
      );
      if (inner === -1) return;
      if (/^<\/(?:a|span|strong|em|u|s)>/.test(rest)) throw new SyntaxError('A mark around nothing');
      takeInline(inner + 1);
      expect((model === 'page' ? PAGE_MARKS : MARKS)[inner]!.end);
    }
  }

  function expect(pattern: RegExp): void {
    if (take(pattern) === undefined) throw new SyntaxError(`${pattern} expected at ${rest.slice(0, 60)}`);
  }

  function takePageBlock(): boolean {
    const heading = take(/^<h[23]>/);
    if (heading) {
      takeInline(0);
      expect(heading === '<h2>' ? /^<\/h2>/ : /^<\/h3>/);
      return true;
    }
    if (!take(/^<table><tbody>/)) return false;
    const cells = new Set<number>();
    while (take(/^<tr>/)) {
      let count = 0;
      for (let tag = take(/^<t[hd]>/); tag; tag = take(/^<t[hd]>/)) {
        takeInline(0);
        expect(tag === '<th>' ? /^<\/th>/ : /^<\/td>/);
        count += 1;
      }
      cells.add(count);
      expect(/^<\/tr>/);
    }
    if (cells.size !== 1 || cells.has(0)) throw new SyntaxError('Rows of different lengths');
    expect(/^<\/tbody><\/table>/);
    return true;
  }

  try {
    takeBlocks(0);
    if (model === 'page') while (takePageBlock()) takeBlocks(0);
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

const PAGE_MARKS = [
  {
    start:
      /^<a href="(?:https:\/\/[^"<>\s\\]+|tel:\+?[0-9().-]+|mailto:[^"<>\s@?]+@[^"<>\s@?]+|\/(?!\/)[^"<>\s\\]*)">/,
    end: /^<\/a>/,
  },
  ...MARKS,
];
