import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { tally } from '#tests/support/tally.ts';
import type { EditorHarness } from './rich-text-editor.tsx';
import { serveHarness } from './serve-harness.ts';

declare const harness: EditorHarness;

export type PastedFile = { name: string; type?: string; bytes: number[] };

export type EditorPage = {
  text: Locator;
  size: Locator;
  button(name: string): Locator;
  /** Returns the HTML last passed to `onChange` or `setValue`. */
  html(): Promise<string>;
  /** Sets the value from outside the editor, as when another administrator has saved a text. */
  setValue(html: string): Promise<void>;
  /** Selects these words of the text, or puts the cursor before or after them. */
  select(words: string, part?: 'all' | 'start' | 'end'): Promise<void>;
  paste(data: Record<string, string>, files?: PastedFile[]): Promise<void>;
  drop(data: Record<string, string>, files?: PastedFile[]): Promise<void>;
};

type Worker = { harnessPage: Page; messages: string[] };

/** A page with a new editor under the site's Content Security Policy. Any console message fails the test. */
export const test = base.extend<{ editor: EditorPage }, { worker: Worker }>({
  // Opening a page takes longer than most tests, so all tests of a worker share one.
  worker: [
    async ({ browser }, provide) => {
      const served = await serveHarness('tests/e2e/harness/rich-text-editor.tsx');
      const harnessPage = await browser.newPage();
      const messages: string[] = [];
      harnessPage.on('console', (message) => messages.push(message.text()));
      harnessPage.on('pageerror', (error) => messages.push(String(error.stack)));
      await harnessPage.goto(served.url);
      tally('pages', 'tests/e2e/harness/editor-fixture.ts');
      await provide({ harnessPage, messages });
      await harnessPage.close();
      await served.stop();
    },
    { scope: 'worker' },
  ],
  page: async ({ worker }, provide) => provide(worker.harnessPage),
  async editor({ page, viewport, worker: { messages } }, provide) {
    await page.evaluate(() => harness.restart());
    await provide(await openEditor(page));
    expect(messages.splice(0)).toEqual([]);
    await page.emulateMedia({ colorScheme: null });
    if (viewport) await page.setViewportSize(viewport);
  },
});

async function openEditor(page: Page): Promise<EditorPage> {
  const text = page.getByRole('textbox', { name: 'Announcement message' });
  await text.waitFor();
  const dispatch = (kind: 'paste' | 'drop', data: Record<string, string>, files: PastedFile[]) =>
    text.evaluate(dispatchTransfer, { kind, data, files });
  return {
    text,
    size: page.getByRole('combobox', { name: 'Font size' }),
    button: (name) => page.getByRole('button', { name, exact: true }),
    html: () => page.evaluate(() => harness.value),
    setValue: (html) => page.evaluate((next) => harness.setValue(next), html),
    async select(words, part = 'all') {
      await text.focus();
      await text.evaluate(selectWords, { words, part });
    },
    paste: (data, files = []) => dispatch('paste', data, files),
    drop: (data, files = []) => dispatch('drop', data, files),
  };
}

function dispatchTransfer(
  text: Element,
  { kind, data, files }: { kind: 'paste' | 'drop'; data: Record<string, string>; files: PastedFile[] },
): void {
  const transfer = new DataTransfer();
  for (const [type, value] of Object.entries(data)) transfer.setData(type, value);
  for (const { name, type = '', bytes } of files) {
    transfer.items.add(new File([Uint8Array.from(bytes)], name, { type }));
  }
  const box = text.getBoundingClientRect();
  const position = { clientX: box.left + 20, clientY: box.top + 20 };
  const common = { bubbles: true, cancelable: true };
  text.dispatchEvent(
    kind === 'paste'
      ? new ClipboardEvent('paste', { ...common, clipboardData: transfer })
      : new DragEvent('drop', { ...common, ...position, dataTransfer: transfer }),
  );
}

/** Resolves after the `selectionchange` event, which browsers fire asynchronously. */
function selectWords(text: Element, { words, part }: { words: string; part: string }): Promise<void> {
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const start = node.data.indexOf(words);
    if (start === -1) continue;
    const end = start + words.length;
    const selection = getSelection()!;
    const [from, to] = [part === 'end' ? end : start, part === 'start' ? start : end];
    const isSelected =
      selection.anchorNode === node &&
      selection.focusNode === node &&
      selection.anchorOffset === from &&
      selection.focusOffset === to;
    // The editor reads the selection on this event.
    const read = new Promise<void>((resolve) => {
      if (isSelected) resolve();
      else document.addEventListener('selectionchange', () => setTimeout(resolve), { once: true });
    });
    selection.setBaseAndExtent(node, from, node, to);
    return read;
  }
  throw new Error(`The text has no ${words}`);
}
