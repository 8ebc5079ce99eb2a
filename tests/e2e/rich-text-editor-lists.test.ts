import { expect } from '@playwright/test';
import { nested } from '#tests/support/nested-list.ts';
import { test } from './harness/editor-fixture.ts';

test('creates paragraphs, line breaks and nested lists with Enter, Shift+Enter and Tab', async ({
  editor,
  page,
}) => {
  await editor.text.focus();
  await page.keyboard.type('a');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('b');
  await page.keyboard.press('Enter');
  await editor.button('Bullet list').click();
  await page.keyboard.type('c');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type('d');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('e');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('f');
  const list = '<ul><li><p>c</p><ul><li><p>d</p></li></ul></li><li><p>e</p></li></ul>';
  await expect.poll(editor.html).toBe(`<p>a<br>b</p>${list}<p>f</p>`);
});

test('moves focus out of the editor on Tab outside lists, and on Escape then Tab inside, with a hint', async ({
  editor,
  page,
}) => {
  await editor.setValue(`${nested('a')}<p>b</p>`);
  const hint = page.getByText('Tab indents. To leave: Esc, then Tab.');
  const after = page.getByRole('button', { name: 'After' });
  await editor.select('b');
  await expect(hint).toBeHidden();
  await page.keyboard.press('Tab');
  await expect(after).toBeFocused();

  await editor.select('a');
  await page.keyboard.press('Tab');
  await expect(editor.text).toBeFocused();
  await expect(hint).toBeVisible();
  await expect(hint).toHaveRole('status');
  await expect(editor.text).toHaveAccessibleDescription(/^Shown on the home page. Tab indents/);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Tab leaves.')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(after).toBeFocused();
  await expect(hint).toBeHidden();

  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Escape');
  await page.keyboard.press('x');
  await page.keyboard.press('Tab');
  await expect(editor.text).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Tab');
  await expect(editor.button('Bold')).toBeFocused();
});
