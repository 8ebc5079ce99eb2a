import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { RichTextEditor } from '#app/rich-text-editor/rich-text-editor.tsx';
import '#app/styles/fonts.css';
import '#app/styles/tokens.css';
import '#app/styles/base.css';

const log = { changes: [] as string[], saves: 0 };

function Harness() {
  const [value, setValue] = useState('');
  Object.assign(globalThis, { harness: { setValue, log } });
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
          log.changes.push(html);
          setValue(html);
        }}
        onSave={() => (log.saves += 1)}
      />
      <button type="button">After</button>
    </main>
  );
}

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <Harness />
  </StrictMode>,
);
