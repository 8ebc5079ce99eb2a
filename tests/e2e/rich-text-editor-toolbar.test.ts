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

const SIZES = [
  { option: 'Small 16px', name: 'small' },
  { option: 'Normal 20px', name: 'normal' },
  { option: 'Large 24px', name: 'large' },
  { option: 'Extra Large 28px', name: 'extra-large' },
];

test('Each format button and its keys format the selected words and remove the format', async ({
  editor,
  page,
}) => {
  for (const { name, keys, html } of FORMATS) {
    const ways = [
      () => editor.button(name).click(),
      () => page.keyboard.press(keys),
      () => editor.button(name).press('Space'),
    ];
    for (const [index, press] of ways.entries()) {
      const pressNext = ways[(index + 1) % ways.length]!;
      await editor.give('<p>a b c</p>');
      await editor.select('b');
      await press();
      await expect.poll(editor.html).toBe(html);
      await expect(editor.button(name)).toHaveAttribute('aria-pressed', 'true');
      await editor.text.focus();
      await pressNext();
      await expect.poll(editor.html).toBe('<p>a b c</p>');
      await expect(editor.button(name)).toHaveAttribute('aria-pressed', 'false');
    }
  }
});

test('A format button without a selection formats the text typed next', async ({ editor, page }) => {
  await editor.text.focus();
  for (const { name, keys, html } of FORMATS) {
    await editor.give('');
    await editor.button(name).click();
    await page.keyboard.type('b');
    await page.keyboard.press(keys);
    await page.keyboard.type(' c');
    await expect.poll(editor.html).toBe(html.replace('a ', ''));
  }
});

test('Each list button makes a list by mouse and keyboard, and paragraphs again', async ({
  editor,
  page,
}) => {
  for (const { name, html } of LISTS) {
    const ways = [() => editor.button(name).click(), () => editor.button(name).press('Enter')];
    for (const press of ways) {
      await editor.give('<p>a</p><p>b</p>');
      await editor.text.press('ControlOrMeta+a');
      await press();
      await expect.poll(editor.html).toBe(html);
      await expect(editor.button(name)).toHaveAttribute('aria-pressed', 'true');
      await press();
      await expect.poll(editor.html).toBe('<p>a</p><p>b</p>');
      await expect(page.getByRole('button', { pressed: true })).toHaveCount(0);
    }
  }
});

test('Each size replaces the sizes of the selected words', async ({ editor }) => {
  for (const { option, name } of SIZES) {
    await editor.give('<p><span class="text-small">a</span> b c <span class="text-large">d</span></p>');
    await editor.text.press('ControlOrMeta+a');
    await expect(editor.size).toHaveJSProperty('value', '');
    await editor.size.selectOption({ label: option });
    await expect.poll(editor.html).toBe(`<p><span class="text-${name}">a b c d</span></p>`);
    await expect(editor.size).toHaveValue(name);
  }
});

test('The size is chosen by keyboard too, and then holds for what is typed', async ({ editor, page }) => {
  await expect(editor.size.getByRole('option')).toHaveText(SIZES.map(({ option }) => option));
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
});

test('The toolbar is one stop, and arrow keys move in it', async ({ editor, page }) => {
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

test('Every control is at least 44 pixels high and wide, also on a phone', async ({ editor, page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await editor.give(nested('a', 'b', 'c', 'd'));
  for (const control of await page.getByRole('toolbar').locator('button, select').all()) {
    const box = (await control.boundingBox())!;
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
