import { expect } from '@playwright/test';
import { nested } from '#tests/support/nested-list.ts';
import { test } from './harness/editor-fixture.ts';

const FORMATS = [
  { name: 'Bold', keys: 'ControlOrMeta+b', html: '<p>a <strong>b</strong> c</p>' },
  { name: 'Italic', keys: 'ControlOrMeta+i', html: '<p>a <em>b</em> c</p>' },
  { name: 'Underline', keys: 'ControlOrMeta+u', html: '<p>a <u>b</u> c</p>' },
  { name: 'Strikethrough', keys: 'ControlOrMeta+Shift+x', html: '<p>a <s>b</s> c</p>' },
];

const LISTS = [
  { name: 'Bullet list', html: '<ul><li><p>a</p></li><li><p>b</p></li></ul>' },
  { name: 'Numbered list', html: '<ol><li><p>a</p></li><li><p>b</p></li></ol>' },
];

const SIZES = ['Small 16px', 'Normal 20px', 'Large 24px', 'Extra Large 28px'];

// `app/rich-text-editor/commands/commands.test.ts` tests what each command changes.
test('toggles each format with its button and its keys, also without a selection', async ({
  editor,
  page,
}) => {
  for (const { name, keys, html } of FORMATS) {
    await editor.setValue('<p>a b c</p>');
    await editor.select('b');
    await editor.button(name).click();
    await expect.poll(editor.html).toBe(html);
    await expect(editor.button(name)).toHaveAttribute('aria-pressed', 'true');
    await editor.button(name).press('Space');
    await expect.poll(editor.html).toBe('<p>a b c</p>');
    await expect(editor.button(name)).toHaveAttribute('aria-pressed', 'false');
    await editor.text.focus();
    await page.keyboard.press(keys);
    await expect.poll(editor.html).toBe(html);

    await editor.setValue('');
    await editor.button(name).click();
    await page.keyboard.type('b');
    await page.keyboard.press(keys);
    await page.keyboard.type(' c');
    await expect.poll(editor.html).toBe(html.replace('a ', ''));
  }
});

test('toggles each list with its button by mouse and keyboard', async ({ editor, page }) => {
  for (const { name, html } of LISTS) {
    await editor.setValue('<p>a</p><p>b</p>');
    await editor.text.press('ControlOrMeta+a');
    await editor.button(name).click();
    await expect.poll(editor.html).toBe(html);
    await expect(editor.button(name)).toHaveAttribute('aria-pressed', 'true');
    await editor.button(name).press('Enter');
    await expect.poll(editor.html).toBe('<p>a</p><p>b</p>');
    await expect(page.getByRole('button', { pressed: true })).toHaveCount(0);
  }
});

test('applies a size that was selected by keyboard to the text typed next, and one to a selection', async ({
  editor,
  page,
}) => {
  await expect(editor.size.getByRole('option')).toHaveText(SIZES);
  await editor.text.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('End');
  await expect(editor.size).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(editor.size).toHaveValue('large');
  await expect(editor.size).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('big');
  await expect.poll(editor.html).toBe('<p><span class="text-large">big</span></p>');

  await editor.setValue('<p><span class="text-small">a</span> b <span class="text-large">c</span></p>');
  await editor.text.press('ControlOrMeta+a');
  await expect(editor.size).toHaveJSProperty('value', '');
  await editor.size.selectOption({ label: 'Extra Large 28px' });
  await expect.poll(editor.html).toBe('<p><span class="text-extra-large">a b c</span></p>');
});

test('has one tab stop in the toolbar, and moves within it by arrow keys', async ({ editor, page }) => {
  await page.getByRole('button', { name: 'Before' }).focus();
  await page.keyboard.press('Tab');
  await expect(editor.button('Bold')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(editor.button('Italic')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(editor.size).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await expect(editor.text).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(editor.button('Italic')).toBeFocused();
  await expect(page.getByRole('toolbar').locator('button, select')).toHaveCount(7);
});

test('has controls of at least 44 by 44 px, and no horizontal overflow, at 320 px', async ({
  editor,
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await editor.setValue(nested('a', 'b', 'c', 'd'));
  for (const control of await page.getByRole('toolbar').locator('button, select').all()) {
    const box = (await control.boundingBox())!;
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
