import { expect } from '@playwright/test';
import { nested } from '#tests/support/nested-list.ts';
import { accessibilityViolations } from './accessibility.ts';
import { test } from './harness/editor-fixture.ts';
import type { EditorHarness } from './harness/rich-text-editor.tsx';

declare const harness: EditorHarness;

test('undoes and redoes typing', async ({ editor, page }) => {
  await editor.setValue('<p>corn</p>');
  await editor.select('corn', 'end');
  await page.keyboard.type('s');
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(editor.html).toBe('<p>corn</p>');
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => editor.html()).toBe('<p>corn</p>');
  await page.keyboard.press('ControlOrMeta+y');
  await expect.poll(editor.html).toBe('<p>corns</p>');
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect.poll(editor.html).toBe('<p>corns</p>');
});

test('replaces the text without onChange when the value changes, and can undo it', async ({
  editor,
  page,
}) => {
  await editor.text.focus();
  await page.keyboard.type('mine');
  await expect.poll(editor.html).toBe('<p>mine</p>');
  const before = await page.evaluate(() => harness.changes.length);
  await editor.setValue('<p>theirs</p>');
  await expect(editor.text).toHaveText('theirs');
  expect(await page.evaluate(() => harness.changes.length)).toBe(before);
  await editor.text.press('ControlOrMeta+z');
  await expect.poll(editor.html).toBe('<p>mine</p>');
});

test('reports an empty string and shows the placeholder when the text is empty', async ({ editor, page }) => {
  const placeholder = () => editor.text.evaluate((text) => getComputedStyle(text, '::before').content);
  await expect.poll(() => placeholder()).toBe('"Enter Value"');
  await editor.text.focus();
  await page.keyboard.type('a');
  await expect.poll(() => placeholder()).toBe('none');
  await page.keyboard.press('Backspace');
  await expect.poll(() => placeholder()).toBe('"Enter Value"');
  expect(await page.evaluate(() => harness.changes)).toEqual(['<p>a</p>', '']);
});

test('saves on Ctrl+S in the text and in the toolbar, but not on Ctrl+Shift+S', async ({ editor, page }) => {
  await editor.text.press('ControlOrMeta+s');
  await editor.button('Bold').press('ControlOrMeta+s');
  await editor.text.press('ControlOrMeta+Shift+s');
  expect(await page.evaluate(() => harness.saves)).toBe(2);
});

test('shows an error when the text has too many nodes to be saved, and stays editable', async ({
  editor,
  page,
}) => {
  await editor.setValue('<p>a</p>'.repeat(2500));
  await expect(page.getByRole('alert')).toBeEmpty();
  await editor.text.press('ControlOrMeta+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('b');
  await expect(page.getByRole('alert')).toHaveText(/^This text is too long to save. Delete about 100 /);
  await expect(editor.text).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await expect(page.getByRole('alert')).toBeEmpty();
  await expect.poll(editor.html).toBe('<p>a</p>'.repeat(2500));
});

test('has no accessibility violations in light and dark, when empty and with all messages', async ({
  editor,
  page,
}) => {
  const expectAccessible = async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      // The heading and the other buttons belong to the harness.
      const found = await accessibilityViolations(page, colorScheme === 'light' ? 'all' : 'colors', [
        'main > :is(h1, button)',
      ]);
      expect(found, colorScheme).toEqual([]);
    }
  };
  await expectAccessible();
  await editor.setValue(`<p><strong>a</strong></p>${nested('b', 'c')}`);
  await editor.select('b');
  await editor.paste({}, [{ name: 'a.bin', bytes: [0] }]);
  await expect(page.getByRole('alert')).toHaveText(/“a.bin” isn't a text file/);
  await expectAccessible();
});

test('handles bold and undo from the native menus of browsers and phones', async ({ editor }) => {
  await editor.setValue('<p>a b</p>');
  await editor.select('b');
  const dispatchBeforeInput = (inputType: string) =>
    editor.text.evaluate((text, type) => {
      text.dispatchEvent(new InputEvent('beforeinput', { inputType: type, bubbles: true, cancelable: true }));
    }, inputType);
  await dispatchBeforeInput('formatBold');
  await expect.poll(editor.html).toBe('<p>a <strong>b</strong></p>');
  await dispatchBeforeInput('historyUndo');
  await expect.poll(editor.html).toBe('<p>a b</p>');
});
