import type { Page } from '@playwright/test';

/** Wraps each text of the page in a `font` element, as the translation of browsers does. */
export const translate = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createNodeIterator(document.body, NodeFilter.SHOW_TEXT);
    const found: Node[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) found.push(text);
    for (const text of found) {
      if (text.textContent?.trim() === '' || text.parentElement?.closest('script, style')) continue;
      const font = document.createElement('font');
      text.parentNode?.replaceChild(font, text);
      font.append(text.textContent ?? '');
    }
  });
