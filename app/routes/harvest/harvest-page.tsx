import type { HarvestPageContent } from '#shared/page-content.ts';
import { HarvestBoard } from '#app/ui/harvest-board.tsx';
import { NothingPosted } from '#app/ui/nothing-posted.tsx';
import { Call } from '#app/ui/phone-link.tsx';
import styles from '#app/ui/harvest-board.module.css';

/** Renders the harvest board in an iframe, or in the site's shell. Its script only keeps it right by the clock. */
export function HarvestPage({ shell, telephone, ...board }: HarvestPageContent) {
  const Main = shell ? 'div' : 'main';
  return (
    <Main className={`${styles.page} wrap`} data-framed={!shell || undefined} data-live>
      <h1>Harvest Board</h1>
      {board.entries.length === 0 ? (
        <NothingPosted telephone={telephone} />
      ) : (
        <>
          <HarvestBoard {...board} />
          <p className={`${styles.foot} fine-print`}>
            What we take can change at any time.
            <Call before=" Questions? Call " number={telephone} after="." />
          </p>
        </>
      )}
    </Main>
  );
}
