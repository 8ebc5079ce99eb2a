import type { CallResult } from '#app/editor/frame/admin-api.ts';
import { RestoreButton, type Restored } from './restore-button.tsx';
import removedLine from './removed-line.module.css';

export const restoreIdOf = (id: string) => `restore-${id}`;

/** Renders a deleted item, in its place in the list, with a button that undeletes it. */
export function RestoreLine<Saved>({
  id,
  name,
  restore,
  onRestored,
}: {
  id: string;
  name: string;
  restore: () => Promise<CallResult<Saved>>;
  onRestored: (result: Restored<Saved>) => void;
}) {
  const textId = `${restoreIdOf(id)}-text`;
  return (
    <li className={removedLine.line} data-removed>
      <p id={textId}>{name} deleted.</p>
      <RestoreButton
        id={restoreIdOf(id)}
        restore={restore}
        aria-describedby={textId}
        onRestored={onRestored}
      />
    </li>
  );
}
