/* oxlint-disable unicorn/consistent-function-scoping -- Code that runs in the page cannot refer to anything outside itself. */
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { accessibilityViolations, smallTargets } from '#tests/e2e/accessibility.ts';
import { overflowCauses } from '#tests/e2e/horizontal-overflow.ts';
import { textOverlaps } from '#tests/e2e/text-overlaps.ts';
import type { Geometry, Text } from './geometry.ts';

declare const geometry: Geometry;

export type Scheme = 'light' | 'dark';

/** How a page is shown, and what it has to meet. */
export type View = {
  width: number;
  height: number;
  scheme: Scheme;
  /** Minimum size of any text, and of body text on phones, in CSS pixels. */
  smallestText: number;
  bodyText: number;
  /** The prices that have to be the largest numbers, if any. */
  largestNumbers?: readonly string[] | undefined;
};

/** A property of every page, with the elements of a page that lack it. The page must have the geometry installed. */
export type Measure = {
  name: string;
  /** `load` needs a page that was just loaded, `color` depends on the color scheme, and `layout` on the width only. */
  kind: 'load' | 'color' | 'layout';
  find(page: Page, view: View): Promise<string[]>;
};

export const MEASURES: readonly Measure[] = [
  { name: 'layout shift', kind: 'load', find: layoutShift },
  { name: 'axe, text 7:1', kind: 'color', find: violations },
  { name: 'control edges 3:1', kind: 'color', find: weakEdges },
  { name: 'gold and green', kind: 'color', find: (page) => loudColors(page, { '--gold': 2, '--plate': 16 }) },
  { name: 'gold tint', kind: 'color', find: (page) => loudColors(page, { '--gold-tint': 8 }) },
  { name: 'flat surfaces', kind: 'color', find: raisedSurfaces },
  { name: 'targets 44 px', kind: 'layout', find: smallTargets },
  { name: 'no overflow', kind: 'layout', find: overflowCauses },
  { name: 'no text cut off', kind: 'layout', find: textOverlaps },
  { name: 'left edges', kind: 'layout', find: unevenLeftEdges },
  { name: 'no empty 400 px', kind: 'layout', find: emptySpace },
  { name: 'type size', kind: 'layout', find: smallText },
  { name: 'line length', kind: 'layout', find: longLines },
  { name: 'headings', kind: 'layout', find: badHeadings },
  { name: 'unbroken times', kind: 'layout', find: brokenTimes },
  { name: 'number columns', kind: 'layout', find: unevenNumbers },
  { name: 'largest numbers', kind: 'layout', find: largerNumbers },
];

function violations(page: Page, { scheme }: View): Promise<string[]> {
  return accessibilityViolations(page, scheme === 'light' ? 'all' : 'colors');
}

/** Text fields need an edge that is visible; buttons may consist of words. */
function weakEdges(page: Page): Promise<string[]> {
  return page.evaluate((smallest) => {
    const controls = document.querySelectorAll(
      'input:not([type=file], [type=radio], [type=checkbox]), select, textarea, button, [contenteditable=true]',
    );
    /** Returns the highest contrast of what separates an element from its surroundings. */
    function separation(element: Element): number {
      const outside = geometry.backgroundOf(element.parentElement);
      const style = getComputedStyle(element);
      const edges = [style.backgroundColor];
      for (const side of ['Top', 'Bottom'] as const) {
        if (Number.parseFloat(style[`border${side}Width`]) > 0 && style[`border${side}Style`] !== 'none') {
          edges.push(style[`border${side}Color`]);
        }
      }
      return Math.max(
        1,
        ...edges
          .filter((edge) => !geometry.isTransparent(edge))
          .map((edge) => geometry.contrast(edge, outside)),
      );
    }
    return [...controls].flatMap((control) => {
      if (!geometry.isVisible(control) || control.matches(':disabled, [aria-disabled=true]')) return [];
      const { width } = control.getBoundingClientRect();
      if (width <= 1) return [];
      if (control.localName === 'button' && !geometry.isSurface(control)) return [];
      // A field may fill a frame that has the edge.
      const frames = [control, control.parentElement, control.parentElement?.parentElement].filter(
        (each) => each && each.getBoundingClientRect().width < width + 32,
      ) as Element[];
      // The edge of a grid, which scrolls horizontally, is the edge of its cells.
      for (let around = control.parentElement; around && around.localName !== 'main';) {
        if (getComputedStyle(around).overflowX !== 'visible') frames.push(around);
        around = around.parentElement;
      }
      const best = Math.max(...frames.map((frame) => separation(frame)));
      return best >= smallest ? [] : [`${best.toFixed(1)}:1 ${geometry.nameOf(control)}`];
    });
  }, 3);
}

/** Compares the pixels of the first screen with the tokens, because a fill may be a drawing. `limits` are percent. */
async function loudColors(page: Page, limits: Record<string, number>): Promise<string[]> {
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  const tokens = await page.evaluate(
    (names) =>
      names.flatMap((name) => {
        const color = getComputedStyle(document.documentElement).getPropertyValue(name);
        return color === '' ? [] : [{ name, rgb: geometry.readColor(color).map((part) => part * 255) }];
      }),
    Object.keys(limits),
  );
  const png = await page.screenshot({ animations: 'disabled' });
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return tokens.flatMap(({ name, rgb: [red = 0, green = 0, blue = 0] }) => {
    let count = 0;
    for (let at = 0; at < data.length; at += 3) {
      const distance =
        Math.abs(data[at]! - red) + Math.abs(data[at + 1]! - green) + Math.abs(data[at + 2]! - blue);
      if (distance < 12) count += 1;
    }
    const share = (100 * count) / (info.width * info.height);
    return share > (limits[name] ?? 0) ? [`${name} is ${share.toFixed(1)}% of the first screen`] : [];
  });
}

function raisedSurfaces(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll('*')].flatMap((element) => {
      const { boxShadow, textShadow, backgroundImage, backgroundSize } = getComputedStyle(element);
      const outer = boxShadow
        .split(/,(?![^(]*\))/)
        // A shadow without blur is a line. The third length is the blur.
        .filter(
          (shadow) =>
            !shadow.includes('inset') && Number.parseFloat(shadow.match(/[\d.]+px/g)?.[2] ?? '0') > 0,
        );
      // A small tile is a pattern, such as dots.
      const isGradient = backgroundImage.includes('gradient') && backgroundSize === 'auto';
      const isRaised = outer.length > 0 || textShadow !== 'none' || isGradient;
      return isRaised && geometry.isVisible(element) ? [geometry.nameOf(element)] : [];
    }),
  );
}

/**
 * Compares the left edges of the header, the main content and the footer; of each heading and what follows it; and of
 * the first texts in the rows of each table.
 */
function unevenLeftEdges(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const INDENT = 12;
    const isLeftAligned = ({ style, element }: Text) => {
      const isStart = /^(start|left|-webkit-left|justify)$/.test(style.textAlign);
      return isStart && !element.closest('button, summary, [role=button], label, input, nav');
    };
    const leftOf = ({ lines }: Text) => Math.min(...lines.map(({ left }) => left));

    const leftmost = ['header', 'main', 'footer'].flatMap((name) => {
      const landmark = document.querySelector(`body > ${name}, body > :not(main) > ${name}`);
      if (!landmark) return [];
      const texts = geometry.textsIn(landmark).map((text) => ({ at: leftOf(text), element: text.element }));
      const images = geometry.replacedIn(landmark).map(({ left, element }) => ({ at: left, element }));
      const [first] = [...texts, ...images].filter(({ at }) => at > 1).toSorted((a, b) => a.at - b.at);
      return first ? [first] : [];
    });
    for (const { at, element } of leftmost) {
      const distance = at - (leftmost[0]?.at ?? at);
      if (Math.abs(distance) > 0.5) {
        found.push(`${distance.toFixed(1)} px from the page's left edge: ${geometry.nameOf(element)}`);
      }
    }

    const main = document.querySelector('main');
    if (!main) return found;
    const texts = geometry.textsIn(main);
    const paintings = [...geometry.replacedIn(main), ...geometry.surfacesIn(main)];
    const headings = texts.filter((text) => text.element.closest('h1, h2, h3') && isLeftAligned(text));
    for (const heading of headings) {
      const title = heading.element.closest('h1, h2, h3') as Element;
      let section = title.parentElement as Element;
      const follows = (element: Element) =>
        section.contains(element) &&
        !title.contains(element) &&
        (title.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 &&
        heading.lines.every(({ bottom }) => element.getBoundingClientRect().bottom + scrollY >= bottom);
      while (section !== main && !texts.some(({ element }) => follows(element))) {
        section = section.parentElement as Element;
      }
      // A drawing may stand before the heading.
      const before = [...texts.flatMap(({ lines }) => lines), ...paintings].filter(
        ({ element, left, right, top, bottom }) =>
          section.contains(element) &&
          section !== element &&
          !element.contains(title) &&
          right <= leftOf(heading) &&
          left > 0 &&
          heading.lines.some((line) => line.top < bottom && line.bottom > top),
      );
      const start = Math.min(leftOf(heading), ...before.map(({ left }) => left));
      const next = headings.find(({ element }) => follows(element));
      const isInSection = (element: Element) =>
        follows(element) &&
        !(next && next.element.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) &&
        element !== next?.element;
      const contents = texts.filter(({ element }) => isInSection(element));
      if (contents.length === 0) continue;
      const boxes = paintings.filter(({ element, left, right }) => isInSection(element) && right > left);
      const first = [
        ...contents.map((text) => ({ at: leftOf(text), element: text.element })),
        ...boxes.map(({ left, element }) => ({ at: left, element })),
      ].toSorted((a, b) => a.at - b.at)[0];
      const isFullWidth = first && first.at <= 0.5;
      if (first && !isFullWidth && Math.abs(first.at - start) > 0.5) {
        const distance = (first.at - start).toFixed(1);
        found.push(`${distance} px from its heading “${heading.text}”: ${geometry.nameOf(first.element)}`);
      }
      for (const text of contents) {
        const distance = leftOf(text) - start;
        const isInBox = boxes.some(
          (box) =>
            box.element.contains(text.element) &&
            box.element !== section &&
            Math.abs(box.left - start) <= 0.5,
        );
        if (!isLeftAligned(text) || isInBox || Math.abs(distance) <= 0.5 || Math.abs(distance) >= INDENT) {
          continue;
        }
        found.push(
          `${distance.toFixed(1)} px from its heading “${heading.text}”: ${geometry.nameOf(text.element)}`,
        );
      }
    }

    for (const table of main.querySelectorAll('table:not(:has(input, textarea))')) {
      const firsts = [...table.querySelectorAll('tr')].flatMap((row) => {
        const [text] = row.cells[0] ? geometry.textsIn(row.cells[0]) : [];
        return text && isLeftAligned(text) ? [{ at: leftOf(text), element: text.element }] : [];
      });
      const start = Math.min(...firsts.map(({ at }) => at));
      for (const { at, element } of firsts) {
        if (at - start <= 0.5) continue;
        found.push(`${(at - start).toFixed(1)} px from its table's left edge: ${geometry.nameOf(element)}`);
      }
    }
    return [...new Set(found)];
  });
}

/** Looks for holes over 400 px in a column while another one goes on, and between or below the parts of the page. */
function emptySpace(page: Page): Promise<string[]> {
  return page.evaluate((largest) => {
    type Extent = { top: number; bottom: number; element?: Element };
    const texts = geometry.textsIn(document.body).flatMap(({ lines }) => lines);
    // A large surface is as empty as what is on it.
    const surfaces = geometry
      .surfacesIn(document.body)
      .flatMap((box) =>
        box.bottom - box.top < largest / 2 || box.element.closest('footer')
          ? [box]
          : [
              { ...box, bottom: box.top + 1 },
              { ...box, top: box.bottom - 1 },
            ],
      )
      .filter(({ element }) => element !== document.body && element.localName !== 'main');
    const painted = [...texts, ...geometry.replacedIn(document.body), ...surfaces];

    function holes(parts: readonly Extent[], from: number, to: number): string[] {
      const found: string[] = [];
      let [end, last]: [number, Element | undefined] = [from, undefined];
      for (const { top, bottom, element } of [
        ...parts.toSorted((a, b) => a.top - b.top),
        { top: to, bottom: to },
      ]) {
        if (top - end > largest) {
          const above = last ? ` below ${geometry.nameOf(last)}` : '';
          found.push(`${Math.round(top - end)} px${above}`);
        }
        if (bottom >= end) [end, last] = [bottom, element];
      }
      return found;
    }

    const height = Math.max(document.documentElement.scrollHeight, innerHeight);
    const found = holes(painted, 0, height);

    const footers = document.querySelectorAll('body > footer, body > :not(main) > footer');
    const footer = [...footers].filter((each) => geometry.isVisible(each)).at(-1);
    if (footer) {
      const strip = height - geometry.boxOf(footer).bottom;
      if (strip > 1) found.push(`${Math.round(strip)} px below ${geometry.nameOf(footer)}`);
    }

    const isSticky = (element: Element, depth = 2): boolean =>
      /sticky|fixed/.test(getComputedStyle(element).position) ||
      (depth > 0 && [...element.children].some((child) => isSticky(child, depth - 1)));
    for (const container of document.body.querySelectorAll('*:not(table *, svg *)')) {
      const around = geometry.boxOf(container);
      if (around.bottom - around.top <= largest || container.children.length < 2) continue;
      // The content of a closed section has a size.
      if (!geometry.isVisible(container)) continue;
      const columns = [...container.children]
        .map((child) => geometry.boxOf(child))
        .filter(({ left, right, top, bottom }) => right - left > 40 && bottom > top);
      const isBeside = columns.some((one) =>
        columns.some(
          (other) => other.left >= one.right - 1 && other.top < one.bottom && other.bottom > one.top,
        ),
      );
      if (!isBeside) continue;
      for (const column of columns) {
        if (isSticky(column.element)) continue;
        const inside = painted.filter(
          ({ left, right, top, bottom }) =>
            left < column.right - 1 &&
            right > column.left + 1 &&
            top < around.bottom - 1 &&
            bottom > around.top + 1,
        );
        found.push(
          ...holes(
            inside.filter(({ element }) => !element.contains(container)),
            around.top,
            around.bottom,
          ),
        );
      }
    }
    return [...new Set(found)];
  }, 400);
}

function smallText(page: Page, { smallestText, bodyText }: View): Promise<string[]> {
  return page.evaluate(
    ({ smallest, body, phone }) => {
      const sizeOf = ({ style }: Text) => Number.parseFloat(style.fontSize);
      const found = geometry
        .textsIn(document.body)
        .filter((text) => sizeOf(text) < smallest - 0.01)
        .map((text) => `${sizeOf(text)} px ${geometry.nameOf(text.element)}`);
      const main = document.querySelector('main');
      if (!main || innerWidth >= phone) return found;
      const size = Number.parseFloat(getComputedStyle(main).fontSize);
      return size < body ? [...found, `${size} px is the size of body text`] : found;
    },
    { smallest: smallestText, body: bodyText, phone: 700 },
  );
}

/** Estimates the characters per line from the average letter of each text. */
function longLines(page: Page): Promise<string[]> {
  return page.evaluate(
    ({ fewest, most, phone, longText }) => {
      const blocks = new Map<Element, { letters: number; boxes: Text['lines'] }>();
      for (const { element, text, lines } of geometry.textsIn(document.body)) {
        let block = element;
        while (getComputedStyle(block).display.startsWith('inline') && block.parentElement) {
          block = block.parentElement;
        }
        const known = blocks.get(block) ?? { letters: 0, boxes: [] };
        blocks.set(block, { letters: known.letters + text.length + 1, boxes: [...known.boxes, ...lines] });
      }
      return [...blocks].flatMap(([block, { letters, boxes }]) => {
        const count = geometry.linesOf(boxes).length;
        if (count < 2 || block.matches('h1, h2, h3') || (block as HTMLElement).isContentEditable) return [];
        const width = boxes.reduce((sum, { left, right }) => sum + right - left, 0);
        const longest =
          Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left));
        const perLine = Math.round((letters / width) * longest);
        const isShort = perLine < fewest && letters >= longText && innerWidth >= phone;
        return perLine > most || isShort ? [`${perLine} characters: ${geometry.nameOf(block)}`] : [];
      });
    },
    { fewest: 40, most: 75, phone: 390, longText: 240 },
  );
}

function badHeadings(page: Page): Promise<string[]> {
  return page.evaluate(
    ({ maxLines, font }) => {
      const found: string[] = [];
      const headings = [...document.querySelectorAll('h1, h2')].filter((each) => {
        const { width } = each.getBoundingClientRect();
        return width > 1 && geometry.isVisible(each);
      });
      const count = [...document.querySelectorAll('h1')].filter((each) => each.checkVisibility()).length;
      if (count !== 1) found.push(`${count} elements h1`);
      for (const heading of headings) {
        const range = document.createRange();
        const words = geometry.textsIn(heading).flatMap(({ node }) =>
          [...(node.textContent ?? '').matchAll(/[^\s\u00A0-]+-?/g)].map(({ index, 0: word }) => {
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
            return { word, ends: [...new Set(rects.map(({ bottom }) => Math.round(bottom)))] };
          }),
        );
        const name = geometry.nameOf(heading);
        for (const { word, ends } of words) {
          if (ends.length > 1 && !/[–—]/.test(word)) found.push(`broken word “${word}”: ${name}`);
        }
        const boxes = geometry.textsIn(heading).flatMap(({ lines }) => lines);
        const lines = geometry.linesOf(boxes);
        const perLine = Map.groupBy(words, ({ ends }) => ends[0]);
        // One of three words on two lines is always alone.
        if (words.length > 3 && lines.length > 1) {
          for (const [only, ...others] of perLine.values()) {
            if (only && others.length === 0) found.push(`“${only.word}” alone on a line: ${name}`);
          }
        }
        if (heading.localName === 'h1' && lines.length > maxLines)
          found.push(`${lines.length} lines: ${name}`);
        const family = getComputedStyle(heading).fontFamily;
        if (!family.startsWith(font)) found.push(`${family.split(',')[0]}: ${name}`);
      }
      return found;
    },
    { maxLines: 3, font: 'Besley' },
  );
}

function brokenTimes(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const range = document.createRange();
    return geometry.textsIn(document.body).flatMap(({ node, element }) => {
      const matches = (node.textContent ?? '').matchAll(/\d{1,2}:\d\d\s[ap]m|\d{3}[-\s]\d{3}-\d{4}/g);
      return [...matches].flatMap(({ index, 0: text }) => {
        range.setStart(node, index);
        range.setEnd(node, index + text.length);
        const boxes = [...range.getClientRects()].map((rect) => geometry.boxOf(element, rect));
        return geometry.linesOf(boxes).length > 1 ? [`“${text}”: ${geometry.nameOf(element)}`] : [];
      });
    });
  });
}

/** Numbers in a column of a table end on one vertical, and are not in a font whose zeros differ in weight. */
function unevenNumbers(page: Page): Promise<string[]> {
  return page.evaluate(
    ({ number, broken }) => {
      const isNumber = (text: string) => new RegExp(number, 'u').test(text);
      const texts = geometry.textsIn(document.body);
      const found = texts
        .filter(
          ({ text, style }) =>
            isNumber(text) &&
            style.fontFamily.startsWith(broken) &&
            style.fontVariantNumeric.includes('tabular'),
        )
        .map(({ element }) => `tabular ${broken}: ${geometry.nameOf(element)}`);
      const columns = new Map<string, Text[]>();
      const tables = [...document.querySelectorAll('table')];
      for (const text of texts) {
        const cell = text.element.closest('td, th');
        const row = cell?.closest('tr');
        if (!cell || !row || !isNumber(text.text)) continue;
        const table = tables.indexOf(cell.closest('table') as HTMLTableElement);
        let column = 0;
        for (const before of row.cells) {
          if (before === cell) break;
          column += before.colSpan;
        }
        // Of the numbers in one cell, only those with the same style are in the same place.
        const key = `${table} ${column} ${text.style.fontSize}`;
        columns.set(key, [...(columns.get(key) ?? []), text]);
      }
      for (const numbers of columns.values()) {
        const endOf = ({ lines }: Text) => Math.max(...lines.map(({ right }) => right));
        const ends = numbers.map(endOf).toSorted((a, b) => a - b);
        const usual = ends[Math.floor(ends.length / 2)] ?? 0;
        for (const text of numbers) {
          const distance = endOf(text) - usual;
          if (Math.abs(distance) <= 0.6) continue;
          found.push(`“${text.text}” ends ${distance.toFixed(1)} px off: ${geometry.nameOf(text.element)}`);
        }
      }
      return found;
    },
    { number: "^[$+−-]?[\\d,]+([.'/]\\d+)?[%¢]?$", broken: 'Besley' },
  );
}

async function largerNumbers(page: Page, { largestNumbers }: View): Promise<string[]> {
  if (!largestNumbers) return [];
  return page.evaluate((prices) => {
    const numbers = geometry
      .textsIn(document.body)
      .filter(({ text }) => /^[$+−-]?\d[\d,.]*$/.test(text))
      .map((text) => ({ ...text, size: Number.parseFloat(text.style.fontSize) }));
    const largest = Math.max(...numbers.map(({ size }) => size));
    const isPrice = ({ text }: Text) => prices.includes(text);
    if (!numbers.some(isPrice)) return ['No price is shown.'];
    return numbers
      .filter((number) => number.size >= largest - 0.5 && !isPrice(number))
      .map(({ size, element }) => `${size} px ${geometry.nameOf(element)}`);
  }, largestNumbers);
}

/** Returns the layout shifts since the page was loaded, if their sum is noticeable. */
function layoutShift(page: Page): Promise<string[]> {
  return page.evaluate((largest) => {
    type Shift = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    };
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: 'layout-shift', buffered: true });
    const shifts = (observer.takeRecords() as Shift[]).filter(({ hadRecentInput }) => !hadRecentInput);
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    if (sum <= largest) return [];
    const nodes = shifts.flatMap(({ sources }) => sources.map(({ node }) => node));
    const elements = nodes.map((node) => (node instanceof Element ? node : node?.parentElement));
    const names = elements.flatMap((element) => (element ? [geometry.nameOf(element)] : []));
    return [`${sum.toFixed(3)} ${[...new Set(names)].join(', ')}`];
  }, 0.005);
}
