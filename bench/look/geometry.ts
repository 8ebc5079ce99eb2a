/* oxlint-disable unicorn/consistent-function-scoping -- Code that runs in the page cannot refer to anything outside itself. */
import type { Page } from '@playwright/test';

/** A rectangle in pixels from the top left corner of the page, and the element that paints it. */
export type Box = { element: Element; left: number; right: number; top: number; bottom: number };

/** A text node with its lines. */
export type Text = { node: Node; element: Element; text: string; lines: Box[]; style: CSSStyleDeclaration };

export type Geometry = ReturnType<typeof createGeometry>;

/** Makes the functions below available to measures that run in the page, as `geometry`. */
export const installGeometry = (page: Page): Promise<void> =>
  page.evaluate(`globalThis.geometry ??= (${createGeometry.toString()})()`);

/** Runs in the page, so it may not refer to anything outside itself. */
function createGeometry() {
  const REPLACED =
    'img, svg:not(svg svg), video, canvas, iframe, input, textarea, select, button, hr, progress';

  const boxOf = (element: Element, rect = element.getBoundingClientRect()): Box => ({
    element,
    left: rect.left + scrollX,
    right: rect.right + scrollX,
    top: rect.top + scrollY,
    bottom: rect.bottom + scrollY,
  });

  const hiddenTexts = new Map<Element, boolean>();

  /** Returns whether an element shows anything, also if it is only for screen readers. */
  const isVisible = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !isClipped(element);

  /** Returns whether an ancestor is cut to nothing, as texts for screen readers are. */
  function isClipped(element: Element | null): boolean {
    if (!element || element === document.body) return false;
    const known = hiddenTexts.get(element);
    if (known !== undefined) return known;
    const { position, clipPath, overflow } = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    const isCut = clipPath !== 'none' || (overflow === 'hidden' && Math.min(width, height) <= 1);
    const result = (position === 'absolute' && isCut) || isClipped(element.parentElement);
    hiddenTexts.set(element, result);
    return result;
  }

  function textsIn(root: Element): Text[] {
    hiddenTexts.clear();
    const texts: Text[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '';
      if (!element || text === '' || element.closest('svg, noscript, option, script, style')) continue;
      if (!isVisible(element)) continue;
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()]
        .filter(({ width, height }) => width > 1 && height > 1)
        .map((rect) => boxOf(element, rect));
      if (lines.length > 0) texts.push({ node, element, text, lines, style: getComputedStyle(element) });
    }
    return texts;
  }

  /** Returns the visible images, frames and controls. */
  const replacedIn = (root: Element): Box[] =>
    [...root.querySelectorAll(REPLACED)]
      .filter((element) => isVisible(element))
      .map((element) => boxOf(element))
      .filter(({ left, right, top, bottom }) => right - left > 1 && bottom - top >= 1);

  /** Returns the elements with a background or border. */
  const surfacesIn = (root: Element): Box[] =>
    [...root.querySelectorAll('*')]
      .filter((element) => !element.closest('svg') && isSurface(element) && isVisible(element))
      // The visible part of what is clipped is smaller than its box.
      .filter((element) => !hasCutEdges(element))
      .map((element) => boxOf(element));

  function hasCutEdges(element: Element): boolean {
    const { parentElement: parent } = element;
    return getComputedStyle(element).clipPath !== 'none' || (parent !== null && hasCutEdges(parent));
  }

  function isSurface(element: Element): boolean {
    const style = getComputedStyle(element);
    if (!isTransparent(style.backgroundColor) || style.backgroundImage !== 'none') return true;
    return (['Top', 'Right', 'Bottom', 'Left'] as const).some(
      (side) =>
        Number.parseFloat(style[`border${side}Width`]) > 0 &&
        style[`border${side}Style`] !== 'none' &&
        !isTransparent(style[`border${side}Color`]),
    );
  }

  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
  const colors = new Map<string, [red: number, green: number, blue: number, alpha: number]>();

  /** Returns a CSS color as four numbers from 0 to 1. */
  function readColor(css: string) {
    const known = colors.get(css);
    if (known) return known;
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = css;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map(
      (part) => part / 255,
    );
    colors.set(css, [red, green, blue, alpha]);
    return [red, green, blue, alpha] as const;
  }

  const isTransparent = (css: string) => readColor(css)[3] < 0.05;

  /** Returns the color that is behind an element, or its own. */
  function backgroundOf(element: Element | null): string {
    for (let around = element; around; around = around.parentElement) {
      const { backgroundColor } = getComputedStyle(around);
      if (!isTransparent(backgroundColor)) return backgroundColor;
    }
    return 'Canvas';
  }

  /** Returns the contrast ratio of WCAG 2. */
  function contrast(first: string, second: string): number {
    const [darker = 0, lighter = 0] = [first, second]
      .map((css) => {
        const [red = 0, green = 0, blue = 0] = readColor(css).map((part) =>
          part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
        );
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      })
      .toSorted((a, b) => a - b);
    return (lighter + 0.05) / (darker + 0.05);
  }

  /** Returns a short name that a developer finds in the page: `td “4.01” in section “Local Cash Bids”`. */
  function nameOf(element: Element): string {
    const quote = (text: string) => `“${text.replaceAll(/\s+/g, ' ').trim().slice(0, 40)}”`;
    const label = (each: Element) =>
      each.getAttribute('aria-label') ??
      (each.hasAttribute('aria-labelledby')
        ? document.getElementById(each.getAttribute('aria-labelledby') ?? '')?.textContent
        : undefined) ??
      (each instanceof HTMLInputElement ? each.labels?.[0]?.textContent : undefined) ??
      '';
    const own = label(element) || element.textContent || element.getAttribute('src') || '';
    const around = element.parentElement?.closest('section, [role], table, details, header, footer, aside');
    const heading = around && (label(around) || around.querySelector('h1, h2, h3, caption')?.textContent);
    const place = around && ` in ${around.localName}${heading ? ` ${quote(heading)}` : ''}`;
    return `${element.localName}${own.trim() ? ` ${quote(own)}` : ''}${place ?? ''}`;
  }

  /** Returns the tops of the lines of text that the boxes form, from the top down. */
  function linesOf(boxes: readonly Box[]): number[] {
    const middles = boxes.map(({ top, bottom }) => (top + bottom) / 2).toSorted((a, b) => a - b);
    return middles.filter((middle, at) => at === 0 || middle - (middles[at - 1] ?? 0) > 6);
  }

  return {
    backgroundOf,
    boxOf,
    contrast,
    isSurface,
    isTransparent,
    isVisible,
    linesOf,
    nameOf,
    readColor,
    replacedIn,
    surfacesIn,
    textsIn,
  };
}
