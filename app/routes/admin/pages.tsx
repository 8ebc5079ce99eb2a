import { PagesEditor } from '#app/editor/pages/pages-editor.tsx';
import { sendVerify, WithSession } from './with-session.tsx';

/** Renders the editor of pages. */
export default function PagesPage() {
  return (
    <WithSession heading="Pages" send={sendVerify}>
      {(admin) => <PagesEditor admin={admin} />}
    </WithSession>
  );
}
