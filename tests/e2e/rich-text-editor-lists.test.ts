import { expect } from '@playwright/test';
import { test } from './harness/editor-fixture.ts';
import { nested } from '#tests/support/nested-list.ts';

test('Enter parts paragraphs and items, Shift+Enter breaks the line', async ({ editor, page }) => {
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

test('Backspace at the beginning of an item lifts it, then joins the line above', async ({
  editor,
  page,
}) => {
  await editor.give('<p>x</p><ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>');
  await editor.select('b', 'start');
  await page.keyboard.press('Backspace');
  await expect.poll(editor.html).toBe('<p>x</p><ul><li><p>a</p></li><li><p>b</p></li></ul>');
  await page.keyboard.press('Backspace');
  await expect.poll(editor.html).toBe('<p>x</p><ul><li><p>a</p></li></ul><p>b</p>');
  await page.keyboard.press('Backspace');
  await expect.poll(editor.html).toBe('<p>x</p><ul><li><p>ab</p></li></ul>');
});

test('Delete at the end of an item takes in the words of the next', async ({ editor, page }) => {
  await editor.give('<ul><li><p>a</p></li><li><p>b</p></li></ul><p>c</p>');
  await editor.select('a', 'end');
  await page.keyboard.press('Delete');
  await expect.poll(editor.html).toBe('<ul><li><p>ab</p></li></ul><p>c</p>');
});

test('Tab and Shift+Tab change the level of an item, at most to the fourth', async ({ editor, page }) => {
  await editor.give('<ul><li><p>a</p></li><li><p>b</p></li></ul>');
  await editor.select('a');
  await page.keyboard.press('Tab');
  await expect(editor.text).toBeFocused();
  expect(await editor.html()).toBe('<ul><li><p>a</p></li><li><p>b</p></li></ul>');
  await editor.select('b');
  await page.keyboard.press('Tab');
  await expect.poll(editor.html).toBe(nested('a', 'b'));

  const full = nested('a', 'b', 'c').replace(
    '<p>c</p>',
    '<p>c</p><ul><li><p>d</p></li><li><p>e</p></li></ul>',
  );
  await editor.give(full);
  await editor.select('e');
  await page.keyboard.press('Tab');
  await expect(editor.text).toBeFocused();
  expect(await editor.html()).toBe(full);
  for (let level = 4; level > 0; level -= 1) await page.keyboard.press('Shift+Tab');
  await expect.poll(editor.html).toBe(`${nested('a', 'b', 'c', 'd')}<p>e</p>`);
});

test('An item does not go deeper when that pushes its own lists too deep', async ({ editor, page }) => {
  const html = `<ul><li><p>a</p></li>${nested('b', 'c', 'd', 'e').slice('<ul>'.length)}`;
  await editor.give(html);
  await editor.select('b');
  await page.keyboard.press('Tab');
  await expect(editor.text).toBeFocused();
  expect(await editor.html()).toBe(html);
});

test('Outside of lists Tab leaves the editor', async ({ editor, page }) => {
  await editor.give('<p>a</p>');
  await editor.select('a');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'After' })).toBeFocused();
});

test('In a list the editor tells how to leave: Escape, then Tab', async ({ editor, page }) => {
  await editor.give(`${nested('a')}<p>b</p>`);
  const hint = page.getByText('Tab changes the level. To leave: Escape, then Tab.');
  await editor.select('b');
  await expect(hint).toBeHidden();
  await editor.select('a');
  await expect(hint).toBeVisible();
  await expect(hint).toHaveRole('status');
  await expect(editor.text).toHaveAccessibleDescription(/^Shown on the home page. Tab changes the level/);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Now Tab leaves the text.')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'After' })).toBeFocused();
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
