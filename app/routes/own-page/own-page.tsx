import { useState } from 'react';
import { useRouterState } from '#app/router/router-context.tsx';

const ID = 'own-page';

/**
 * Renders the HTML of a page that administrators have created. Only the server has its content: the browser keeps the
 * HTML of the document, so that neither the blocks nor their code are sent for hydration.
 */
export default function OwnPage() {
  const { ownPageHtml } = useRouterState();
  const [html] = useState(() => ownPageHtml ?? document.getElementById(ID)?.innerHTML ?? '');
  return <div id={ID} dangerouslySetInnerHTML={{ __html: html }} suppressHydrationWarning />;
}
