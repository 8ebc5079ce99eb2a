import { expect } from '@playwright/test';
import { test } from './harness/editor-fixture.ts';
import { nested } from '#tests/support/nested-list.ts';

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

for (const { name, keys, html } of FORMATS) {
  for (const way of ['mouse', 'key', 'toolbar by keyboard'] as const) {
    test(`${name} by ${way} formats the selected words and takes that back`, async ({ editor, page }) => {
      await editor.give('<p>a b c</p>');
      await editor.select('b');
      const press = async () => {
        if (way === 'mouse') await editor.button(name).click();
        else if (way === 'key') await page.keyboard.press(keys);
        else await editor.button(name).press('Space');
      };
      await press();
      await expect.poll(editor.html).toBe(html);
      await expect(editor.button(name)).toHaveAttribute('aria-pressed', 'true');
      await press();
      await expect.poll(editor.html).toBe('<p>a b c</p>');
      await expect(editor.button(name)).toHaveAttribute('aria-pressed', 'false');
    });
  }

  test(`${name} without a selection formats what is typed next`, async ({ editor, page }) => {
    await editor.text.focus();
    await editor.button(name).click();
    await page.keyboard.type('b');
    await page.keyboard.press(keys);
    await page.keyboard.type(' c');
    await expect.poll(editor.html).toBe(html.replace('a ', ''));
  });
}

for (const { name, html } of LISTS) {
  for (const way of ['mouse', 'toolbar by keyboard'] as const) {
    test(`${name} by ${way} makes a list and paragraphs again`, async ({ editor, page }) => {
      await editor.give('<p>a</p><p>b</p>');
      await editor.text.press('ControlOrMeta+a');
      const press = () =>
        way === 'mouse' ? editor.button(name).click() : editor.button(name).press('Enter');
      await press();
      await expect.poll(editor.html).toBe(html);
      await expect(editor.button(name)).toHaveAttribute('aria-pressed', 'true');
      await press();
      await expect.poll(editor.html).toBe('<p>a</p><p>b</p>');
      await expect(page.getByRole('button', { pressed: true })).toHaveCount(0);
    });
  }
}

test('A list changes its kind, and paragraphs beside it join it', async ({ editor }) => {
  await editor.give('<ul><li><p>a</p></li></ul><p>b</p>');
  await editor.text.press('ControlOrMeta+a');
  await editor.button('Numbered list').click();
  await expect.poll(editor.html).toBe('<ol><li><p>a</p></li><li><p>b</p></li></ol>');
});

test('A list inside lists becomes paragraphs with one press', async ({ editor }) => {
  await editor.give(`${nested('a', 'b', 'c')}<p>d</p>${nested('e')}`);
  await editor.select('c');
  await editor.button('Bullet list').click();
  await expect.poll(editor.html).toBe(`${nested('a', 'b')}<p>c</p><p>d</p>${nested('e')}`);
});

for (const { option, name } of SIZES) {
  test(`The size ${option} is put on the selected words`, async ({ editor }) => {
    await editor.give('<p><span class="text-small">a</span> b c <span class="text-large">d</span></p>');
    await editor.text.press('ControlOrMeta+a');
    await expect(editor.size).toHaveJSProperty('value', '');
    await editor.size.selectOption({ label: option });
    await expect.poll(editor.html).toBe(`<p><span class="text-${name}">a b c d</span></p>`);
    await expect(editor.size).toHaveValue(name);
  });
}

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
