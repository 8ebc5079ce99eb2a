import type { Page } from '@playwright/test';

/** Returns texts that overlap, extend beyond the window, or are cut off at a side, unless hidden on purpose. */
export function textOverlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // Scrolled content is under the sticky bar.
    scrollTo({ top: 0, behavior: 'instant' });
    type Line = {
      text: string;
      element: Element;
      box: DOMRect;
      /** What scrolled and cut boxes show of it. */
      span: { left: number; right: number };
      top: number;
      bottom: number;
      mayExtend: boolean;
      stickyBar: Element | undefined;
      isClamped: boolean;
    };
    const faults: string[] = [];
    const lines: Line[] = [];
    const width = document.documentElement.clientWidth;
    const roots = [...document.querySelectorAll('header, main, footer')].filter(
      (root) => !root.parentElement?.closest('header, main, footer'),
    );
    for (const root of roots) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        const text = node.textContent?.trim().slice(0, 40) ?? '';
        if (!element || text === '') continue;
        let isHidden = !element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
        // An editor grid may be wider than the window, because it scrolls, and a line that ends with an ellipsis is cut.
        let mayExtend = false;
        // A sticky bar covers what scrolls under it.
        let stickyBar: Element | undefined;
        // Lines below the last one that a box shows are hidden on purpose.
        let end = Infinity;
        const scrollers: DOMRect[] = [];
        for (let around: Element | null = element; around; around = around.parentElement) {
          const { clipPath, position, overflow, overflowX, overflowY, textOverflow, webkitLineClamp } =
            getComputedStyle(around);
          const hasEllipsis = textOverflow === 'ellipsis';
          if (hasEllipsis || overflowY === 'auto') scrollers.push(around.getBoundingClientRect());
          mayExtend ||= hasEllipsis;
          mayExtend ||= overflowX === 'auto' && around.querySelector('input, textarea') !== null;
          // The headers of a grid scroll with it.
          mayExtend ||= overflowX === 'hidden' && around.nextElementSibling?.querySelector('input') != null;
          if (position === 'sticky' || position === 'fixed') stickyBar ??= around;
          if (hasEllipsis || webkitLineClamp !== 'none')
            end = Math.min(end, around.getBoundingClientRect().bottom);
          // Visually hidden text for screen readers.
          isHidden ||= clipPath !== 'none' && position === 'absolute';
          // A long announcement is cut on purpose, with a button that expands it.
          isHidden ||= overflow === 'hidden' && around.previousElementSibling?.matches('details') === true;
        }
        if (isHidden) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects()) {
          if (box.width <= 1 || box.height <= 1 || box.bottom > end + box.height / 2) continue;
          const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
          if (
            scrollers.some(({ left, right, top, bottom }) => x < left || x > right || y < top || y > bottom)
          )
            continue;
          // The line box is taller than the letters; use its middle half.
          const [top, bottom] = [box.top + box.height / 4, box.bottom - box.height / 4];
          const left = Math.max(box.left, ...scrollers.map((scroller) => scroller.left));
          const right = Math.min(box.right, ...scrollers.map((scroller) => scroller.right));
          const span = { left, right };
          lines.push({
            text,
            element,
            box,
            span,
            top,
            bottom,
            mayExtend,
            stickyBar,
            isClamped: end < Infinity,
          });
        }
      }
    }
    for (const { text, element, box, top, mayExtend } of lines) {
      if (mayExtend) continue;
      if (top < 0 || box.left < -1 || box.right > width + 1) faults.push(`outside: ${text}`);
      for (let around: Element | null = element; around; around = around.parentElement) {
        if (getComputedStyle(around).overflowX === 'visible') continue;
        const edge = around.getBoundingClientRect();
        if (box.left < edge.left - 1 || box.right > edge.right + 1) faults.push(`cut off: ${text}`);
      }
    }
    const downwards = lines.toSorted((first, second) => first.top - second.top);
    for (const [index, first] of downwards.entries()) {
      for (let next = index + 1; next < downwards.length; next += 1) {
        const second = downwards[next];
        if (!second || second.top >= first.bottom) break;
        const across =
          Math.min(first.span.right, second.span.right) - Math.max(first.span.left, second.span.left);
        const down = Math.min(first.bottom, second.bottom) - second.top;
        const isSameClamp = first.isClamped && first.element === second.element;
        if (isSameClamp || first.stickyBar !== second.stickyBar) continue;
        if (across > 2 && down > 2) faults.push(`overlapping: ${first.text} | ${second.text}`);
      }
    }
    return [...new Set(faults)];
  });
}
