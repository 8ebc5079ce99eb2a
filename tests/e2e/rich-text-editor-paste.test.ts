import { expect } from '@playwright/test';
import { cleanRichText } from '#server/platform/rich-text/clean-rich-text.ts';
import type { EditorHarness } from './harness/rich-text-editor.tsx';
import { type PastedFile, test } from './harness/editor-fixture.ts';
import { PASTE_SAMPLES } from './harness/paste-samples.ts';

declare const harness: EditorHarness;

function textFile(name: string, text: string): PastedFile {
  return { name, type: 'text/plain', bytes: [...new TextEncoder().encode(text)] };
}

const PNG: PastedFile = { name: 'image.png', type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a] };
const PROGRAM: PastedFile = { name: 'setup.txt', type: 'text/plain', bytes: [0x4d, 0x5a, 0x00, 0x03] };

const fourth = (items: string) =>
  `<ul><li><p>1</p><ul><li><p>2</p><ul><li><p>3</p><ul>${items}</ul></li></ul></li></ul></li></ul>`;

test('converts pasted HTML to formats that the toolbar supports', async ({ editor }) => {
  for (const { from, html, becomes } of PASTE_SAMPLES) {
    await editor.setValue('');
    await editor.text.focus();
    await editor.paste({ 'text/html': html, 'text/plain': 'not used' });
    await expect.poll(editor.html, { message: from }).toBe(becomes);
    expect(cleanRichText(becomes), from).toBe(becomes);
  }
});

test('joins pasted words to the line, formats plain text, and limits lists to four levels', async ({
  editor,
}) => {
  await editor.setValue('<p>Corn today</p>');
  await editor.select(' today', 'start');
  await editor.paste({ 'text/html': '<p><b>4.12</b></p>' });
  await expect.poll(editor.html).toBe('<p>Corn<strong>4.12</strong> today</p>');

  await editor.setValue('<p><strong>ab</strong></p>');
  await editor.select('a', 'end');
  await editor.paste({ 'text/plain': '1\r\n2\n\n3' });
  await expect.poll(editor.html).toBe('<p><strong>a1<br>2</strong></p><p><strong>3b</strong></p>');

  await editor.setValue(fourth('<li><p>4</p></li>'));
  await editor.select('4', 'end');
  await editor.paste({ 'text/html': 'x<ul><li>a<ul><li>b</ul></ul>' });
  await expect.poll(editor.html).toBe(fourth('<li><p>4x</p></li><li><p>a</p></li><li><p>b</p></li>'));
});

test('preserves formatting when text is copied and pasted within the editor', async ({ editor, page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const html =
    '<ul><li><p>a <em>b</em></p><ol><li><p><span class="text-large">c</span></p></li></ol></li></ul>';
  await editor.setValue(html);
  await editor.text.press('ControlOrMeta+a');
  await editor.text.press('ControlOrMeta+c');
  await editor.setValue('<p>x</p>');
  await editor.text.press('ControlOrMeta+a');
  await editor.text.press('ControlOrMeta+v');
  await expect.poll(editor.html).toBe(html);
});

test('inserts the text of pasted and dropped files in order', async ({ editor }) => {
  for (const way of ['paste', 'drop'] as const) {
    await editor.setValue('');
    await editor.text.focus();
    await editor[way]({}, [textFile('a.txt', 'Corn\nBeans'), textFile('b.csv', 'x,y')]);
    await expect.poll(editor.html, { message: way }).toBe('<p>Corn<br>Beans</p><p>x,y</p>');
  }
});

test('rejects pasted and dropped files that are not text, with their names', async ({ editor, page }) => {
  const alert = page.getByRole('alert');
  for (const way of ['paste', 'drop'] as const) {
    await editor.setValue('');
    await editor.text.focus();
    await editor[way]({ 'text/html': '<img src="x.png">' }, [PNG, textFile('a.txt', 'Corn'), PROGRAM]);
    await expect(alert).toContainText(
      '“image.png” is an image, and this box takes only text. Add images under Image Uploading.',
    );
    await expect(alert).toContainText(
      "“setup.txt” isn't a text file. Copy the text and paste it here instead.",
    );
    await expect.poll(() => editor.html()).toBe('<p>Corn</p>');
    await editor.text.press('x');
    await expect(alert).toBeEmpty();
  }
});

test('truncates files to 5,000 characters with a message, and prefers pasted text over its image', async ({
  editor,
  page,
}) => {
  await editor.text.focus();
  await editor.paste({}, [textFile('a.txt', `${'a'.repeat(4999)}🌾`), textFile('b.txt', 'b'.repeat(5001))]);
  await expect.poll(editor.html).toBe(`<p>${'a'.repeat(4999)}</p><p>${'b'.repeat(5000)}</p>`);
  await expect(
    page.getByText('“a.txt” is too long. We added only the first 5,000 characters.'),
  ).toBeVisible();
  await expect(
    page.getByText('“b.txt” is too long. We added only the first 5,000 characters.'),
  ).toBeVisible();

  await editor.setValue('');
  await editor.text.focus();
  await editor.paste({ 'text/html': '<table><tr><td>1<td>2</table>' }, [PNG]);
  await expect.poll(editor.html).toBe('<p>1 | 2</p>');
  await expect(page.getByRole('alert')).toBeEmpty();
});

test('says what a paste dropped, until the next edit or save', async ({ editor, page }) => {
  const lost =
    '<p>Read <a href="https://example.com/fall">the flyer</a> or <a href="#top">up</a>.<img src="x.png">' +
    '<img style="display:none"></p><table><tr><td><table><tr><td>Corn<td>4.12</table></table><iframe></iframe>';
  const words =
    'Pasted without 1 link, 1 image, 1 table, and 1 video or map. The words are kept. The link led to example.com/fall.';
  const notes = page.getByRole('status').filter({ hasText: 'Pasted without' });
  for (const way of ['paste', 'drop'] as const) {
    await editor.setValue('');
    await editor.text.focus();
    await editor[way]({ 'text/html': lost });
    await expect.poll(editor.html).toContain('Read the flyer or up.');
    await expect(notes).toHaveText(words);
    await editor.text.press('x');
    await expect(notes).toHaveCount(0);
  }
  await editor.paste({ 'text/html': lost });
  await expect(notes).toHaveText(words);
  await page.evaluate(() => harness.finishSave());
  await expect(notes).toHaveCount(0);

  await editor.setValue('');
  await editor.text.focus();
  await editor.paste({ 'text/html': '<img src="x.png">' });
  await expect(page.getByRole('alert')).toHaveText("We couldn't paste 1 image. This box takes only text.");
  await editor.paste({ 'text/html': '<table><tr><td>alone</table><p><a>no link</a>' });
  await expect.poll(editor.html).toBe('<p>alone</p><p>no link</p>');
  await expect(notes).toHaveCount(0);
  await expect(page.getByRole('alert')).toBeEmpty();
});

test('undoes a paste in one step', async ({ editor }) => {
  await editor.setValue('<p>Corn</p>');
  await editor.select('Corn', 'end');
  await editor.text.press('s');
  await editor.paste({}, [textFile('a.txt', ' and\n\nbeans')]);
  await expect.poll(editor.html).toBe('<p>Corns and</p><p>beans</p>');
  await editor.text.press('ControlOrMeta+z');
  await expect.poll(editor.html).toBe('<p>Corns</p>');
});
