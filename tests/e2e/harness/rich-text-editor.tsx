import { StrictMode, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { RichTextEditor } from '#app/rich-text-editor/rich-text-editor.tsx';
import '#app/styles/fonts.css';
import '#app/styles/tokens.css';
import '#app/styles/base.css';
import { readTexts } from './read-texts.ts';

export type EditorHarness = {
  /** Replaces the editor by a new one. */
  restart(): void;
  setValue(html: string): void;
  /** Reports a finished save to the editor. */
  finishSave(): void;
  value: string;
  changes: string[];
  saves: number;
  readTexts: typeof readTexts;
};

const harness: EditorHarness = {
  restart() {
    starts += 1;
    Object.assign(harness, { value: '', changes: [], saves: 0 });
    flushSync(render);
  },
  setValue() {},
  finishSave() {},
  value: '',
  changes: [],
  saves: 0,
  readTexts,
};
let starts = 0;
Object.assign(globalThis, { harness });

function EditorPage() {
  const [value, setValue] = useState('');
  const [saves, setSaves] = useState(0);
  useLayoutEffect(() => {
    Object.assign(harness, {
      setValue: (next: string) => flushSync(() => setValue(next)),
      finishSave: () => setSaves((count) => count + 1),
      value,
    });
  }, [value]);
  return (
    <main className="wrap">
      <h1>Editor</h1>
      <button type="button">Before</button>
      <p id="about">Shown on the home page.</p>
      <RichTextEditor
        id="announcement"
        label="Announcement message"
        describedBy="about"
        value={value}
        onChange={(html) => {
          harness.changes.push(html);
          setValue(html);
        }}
        lastSave={saves}
        onSave={() => (harness.saves += 1)}
      />
      <button type="button">After</button>
    </main>
  );
}

const root = createRoot(document.querySelector('#root')!);

function render() {
  root.render(
    <StrictMode>
      <EditorPage key={starts} />
    </StrictMode>,
  );
}
render();
