import { StrictMode, useLayoutEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { RichTextEditor } from '#app/rich-text-editor/rich-text-editor.tsx';
import '#app/styles/fonts.css';
import '#app/styles/tokens.css';
import '#app/styles/base.css';
import { driveEditors } from './drive-editors.ts';

export type EditorHarness = {
  setValue(html: string): void;
  /** Reports a finished save to the editor. */
  finishSave(): void;
  value: string;
  changes: string[];
  saves: number;
  driveEditors: typeof driveEditors;
};

const harness: EditorHarness = {
  setValue() {},
  finishSave() {},
  value: '',
  changes: [],
  saves: 0,
  driveEditors,
};
Object.assign(globalThis, { harness });

function EditorPage() {
  const [value, setValue] = useState('');
  const [saves, setSaves] = useState(0);
  useLayoutEffect(() => {
    Object.assign(harness, { setValue, finishSave: () => setSaves((count) => count + 1), value });
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

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <EditorPage />
  </StrictMode>,
);
