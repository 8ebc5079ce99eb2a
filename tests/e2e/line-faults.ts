import type { Page } from '@playwright/test';

/**
 * Returns texts whose lines break badly: a word of a heading or a period alone on its line, or a time or a telephone
 * number on two lines. Also returns text that is smaller than 16 px.
 */
export const lineFaults = (page: Page) =>
  page.evaluate(() => {
    const faults = new Set<string>();
    /** Lines of each block, with a space before each word. */
    const blocks = new Map<Element, { lines: string[]; middle: number }>();
    const range = document.createRange();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      const element = node.parentElement;
      if (!element?.checkVisibility({ visibilityProperty: true })) continue;
      if (element.closest('.visually-hidden, script, style, svg') || node.data.trim() === '') continue;
      const { fontSize } = getComputedStyle(element);
      if (Number.parseFloat(fontSize) < 15.99) faults.add(`${fontSize}: ${node.data}`);
      let around: Element = element;
      // A link that is a box is part of the sentence around it, too.
      while (getComputedStyle(around).display.startsWith('inline') && around.parentElement)
        around = around.parentElement;
      const block = blocks.get(around) ?? { lines: [], middle: -Infinity };
      blocks.set(around, block);
      for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const [first, second] = [...range.getClientRects()];
        if (!first) continue;
        if (/^\d\d?:\d\d|\d-\d{4}/.test(word) && second && second.top > first.top + 4)
          faults.add(`broken: ${word}`);
        const middle = (first.top + first.bottom) / 2;
        if (middle - block.middle > first.height / 2) block.lines.push('');
        block.middle = middle;
        block.lines.push(`${block.lines.pop()} ${word}`);
      }
    }
    for (const [block, { lines }] of blocks) {
      const text = lines.join(' /');
      if (lines.length > 1 && block.closest('h1, h2') && lines.some((line) => !/\w\W+\w/.test(line)))
        faults.add(`alone: ${text}`);
      if (lines.some((line) => /^[ .,;:!?)]+$/.test(line))) faults.add(`punctuation: ${text}`);
      if (/\d \/ [ap]m\b|\d{3}[-. )]* \/ \d{3}[-. ]*\d{4}/i.test(text)) faults.add(`broken: ${text}`);
    }
    return [...faults];
  });
