import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { test } from './harness/editor-fixture.ts';
import type { EditorHarness } from './harness/rich-text-editor.tsx';

declare const harness: EditorHarness;

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

const nested = (...levels: string[]): string =>
  levels.reduceRight((inner, words) => `<ul><li><p>${words}</p>${inner}</li></ul>`, '');

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

test('Typing is undone and done again', async ({ editor, page }) => {
  await editor.give('<p>corn</p>');
  await editor.select('corn', 'end');
  await page.keyboard.type('s');
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(editor.html).toBe('<p>corn</p>');
  await page.keyboard.press('ControlOrMeta+z');
  expect(await editor.html()).toBe('<p>corn</p>');
  await page.keyboard.press('ControlOrMeta+y');
  await expect.poll(editor.html).toBe('<p>corns</p>');
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect.poll(editor.html).toBe('<p>corns</p>');
});

test('Another value replaces the text without being told as a change, and can be undone', async ({
  editor,
  page,
}) => {
  await editor.text.focus();
  await page.keyboard.type('mine');
  await expect.poll(editor.html).toBe('<p>mine</p>');
  const told = await page.evaluate(() => harness.changes.length);
  await editor.give('<p>theirs</p>');
  await expect(editor.text).toHaveText('theirs');
  expect(await page.evaluate(() => harness.changes.length)).toBe(told);
  await editor.text.press('ControlOrMeta+z');
  await expect.poll(editor.html).toBe('<p>mine</p>');
});

test('Nothing typed is no text, and the placeholder stands there', async ({ editor, page }) => {
  const placeholder = () => editor.text.evaluate((text) => getComputedStyle(text, '::before').content);
  expect(await placeholder()).toBe('"Enter Value"');
  await editor.text.focus();
  await page.keyboard.type('a');
  expect(await placeholder()).toBe('none');
  await page.keyboard.press('Backspace');
  expect(await placeholder()).toBe('"Enter Value"');
  expect(await page.evaluate(() => harness.changes)).toEqual(['<p>a</p>', '']);
});

test('Control+S saves, from the text and from the toolbar', async ({ editor, page }) => {
  await editor.text.press('ControlOrMeta+s');
  await editor.button('Bold').press('ControlOrMeta+s');
  await editor.text.press('ControlOrMeta+Shift+s');
  expect(await page.evaluate(() => harness.saves)).toBe(2);
});

test('A text with more nodes than can be saved says so, and typing stays possible', async ({
  editor,
  page,
}) => {
  await editor.give('<p>a</p>'.repeat(2500));
  await expect(page.getByRole('alert')).toBeEmpty();
  await editor.text.press('ControlOrMeta+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('b');
  await expect(page.getByRole('alert')).toHaveText(/^This text is too long to be saved. Take out some 100 /);
  await expect(editor.text).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await expect(page.getByRole('alert')).toBeEmpty();
  await expect.poll(editor.html).toBe('<p>a</p>'.repeat(2500));
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`Axe finds nothing in ${colorScheme}, empty, filled and with all words shown`, async ({
    editor,
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    const faults = async () => {
      const axe = new AxeBuilder({ page })
        .exclude('main > button')
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'wcag2aaa']);
      return (await axe.analyze()).violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    };
    expect(await faults()).toEqual([]);
    await editor.give(`<p><strong>a</strong></p>${nested('b', 'c')}`);
    await editor.select('b');
    await editor.paste({}, [{ name: 'a.bin', bytes: [0] }]);
    await expect(page.getByRole('alert')).toHaveText(/“a.bin” is not a text file/);
    expect(await faults()).toEqual([]);
  });
}

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
