import { PagesEditor } from '#app/editor/pages/pages-editor.tsx';
import { WithSession } from './with-session.tsx';

/** Renders the editor of pages. */
export default function PagesPage() {
  return <WithSession heading="Pages">{(admin) => <PagesEditor admin={admin} />}</WithSession>;
}
