import { createEditor } from '#app/rich-text-editor/create-editor.ts';

export type GivenText = { value: string } | { paste: Record<string, string> };

/** Gives each text to a new editor, as its value or as a paste, and returns the editors' HTML. */
export function readTexts(texts: readonly GivenText[]): string[] {
  return texts.map((given) => {
    const host = document.body.appendChild(document.createElement('div'));
    const editor = createEditor({
      host,
      html: 'value' in given ? given.value : '<p>a</p><ul><li><p>b</p></li></ul>',
      attributes: { role: 'textbox' },
      onChange() {},
      onStatus() {},
      onPasted() {},
    });
    if ('paste' in given) {
      const clipboardData = new DataTransfer();
      for (const [kind, data] of Object.entries(given.paste)) clipboardData.setData(kind, data);
      editor.focus();
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      host.querySelector('[role=textbox]')!.dispatchEvent(paste);
    }
    const html = editor.html();
    editor.stop();
    host.remove();
    return html;
  });
}
