import type { Page } from '@playwright/test';

/**
 * Texts that lie on one another, reach out of the window, or are cut off at a side. Each fault is told with the texts
 * that it is about; what is hidden from sight on purpose is left out.
 */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // Under the bar, which stays, go by what is scrolled.
    scrollTo({ top: 0, behavior: 'instant' });
    type Line = {
      text: string;
      element: Element;
      box: DOMRect;
      top: number;
      bottom: number;
      isInGrid: boolean;
    };
    const faults: string[] = [];
    const lines: Line[] = [];
    const width = document.documentElement.clientWidth;
    const roots = document.querySelectorAll('header, main, footer');
    for (const root of roots) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        const text = node.textContent?.trim().slice(0, 40) ?? '';
        if (!element || text === '') continue;
        let isHidden = !element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
        // A grid of the editor may be wider than the window: the keys and a finger go along it.
        let isInGrid = false;
        for (let around: Element | null = element; around; around = around.parentElement) {
          const { clipPath, position, overflow, overflowX } = getComputedStyle(around);
          isInGrid ||= overflowX === 'auto' && around.querySelector('input, textarea') !== null;
          // For screen readers only.
          isHidden ||= clipPath !== 'none' && position === 'absolute';
          // A long announcement is cut on purpose, at its foot, with a button that opens it.
          isHidden ||= overflow === 'hidden' && around.previousElementSibling?.matches('details') === true;
        }
        if (isHidden) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects()) {
          if (box.width <= 1 || box.height <= 1) continue;
          // A line's box is higher than its letters: its middle is where they are.
          const [top, bottom] = [box.top + box.height / 4, box.bottom - box.height / 4];
          lines.push({ text, element, box, top, bottom, isInGrid });
        }
      }
    }
    for (const { text, element, box, isInGrid } of lines) {
      if (isInGrid) continue;
      if (box.left < -1 || box.right > width + 1) faults.push(`outside: ${text}`);
      for (let around: Element | null = element; around; around = around.parentElement) {
        if (getComputedStyle(around).overflowX === 'visible') continue;
        const edge = around.getBoundingClientRect();
        if (box.left < edge.left - 1 || box.right > edge.right + 1) faults.push(`cut: ${text}`);
      }
    }
    const downwards = lines.toSorted((first, second) => first.top - second.top);
    for (const [index, first] of downwards.entries()) {
      for (let next = index + 1; next < downwards.length; next += 1) {
        const second = downwards[next];
        if (!second || second.top >= first.bottom) break;
        const across =
          Math.min(first.box.right, second.box.right) - Math.max(first.box.left, second.box.left);
        const down = Math.min(first.bottom, second.bottom) - second.top;
        if (across > 2 && down > 2) faults.push(`on one another: ${first.text} | ${second.text}`);
      }
    }
    return [...new Set(faults)];
  });
}
