import type { Page } from '@playwright/test';

/**
 * Returns texts whose lines break badly: a word of a heading or a period alone on its line, or a time or a telephone
 * number on two lines. Also returns text that is smaller than 16 px.
 */
export const lineFaults = (page: Page) =>
  page.evaluate(() => {
    const faults = new Set<string>();
    // A link that is a box is part of the sentence around it, too.
    const isBlock = (element: Element) => !/^(inline|contents)/.test(getComputedStyle(element).display);
    const blocks = new Map<Element, Text[]>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      const element = node.parentElement;
      if (!element?.checkVisibility({ visibilityProperty: true }) || node.data.trim() === '') continue;
      if (element.closest('.visually-hidden, [hidden], script, style, svg')) continue;
      const { fontSize } = getComputedStyle(element);
      if (Number.parseFloat(fontSize) < 15.99) faults.add(`${fontSize}: ${node.data.trim()}`);
      let block: Element = element;
      while (!isBlock(block) && block.parentElement) block = block.parentElement;
      blocks.set(block, [...(blocks.get(block) ?? []), node]);
    }
    for (const [block, nodes] of blocks) {
      const letters = nodes.flatMap((node) =>
        [...node.data].map((letter, at) => {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, Math.min(at + letter.length, node.data.length));
          const box = range.getClientRects()[0];
          return { letter, middle: box && box.width > 0 ? (box.top + box.bottom) / 2 : undefined, box };
        }),
      );
      let text = '';
      let last: number | undefined;
      for (const { letter, middle, box } of letters) {
        if (last !== undefined && middle !== undefined && box && Math.abs(middle - last) > box.height / 2)
          text += '\n';
        last = middle ?? last;
        text += /\s/.test(letter) ? ' ' : letter;
      }
      const lines = text.split('\n').map((line) => line.trim());
      if (lines.length === 1) continue;
      for (const line of lines) {
        if (/^[.,;:!?)]+$/.test(line)) faults.add(`punctuation: ${text}`);
        if (block.closest('h1, h2') && !/[ -]./.test(line)) faults.add(`alone: ${text}`);
      }
      for (const broken of [
        /\d{1,2}(:\d\d)?[ \u00a0]*\n[ \u00a0]*[ap]m\b/i,
        /\d:\n\d/,
        /\d{3}[-. )]*\n[-. ]*\d{3}[-. ]+\d{4}|\d{3}[-. ]*\n[-. ]*\d{4}\b/,
      ])
        if (broken.test(text)) faults.add(`broken: ${text}`);
    }
    return [...faults].map((fault) => fault.replaceAll('\n', ' / '));
  });
