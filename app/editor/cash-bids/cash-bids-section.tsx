import { useState } from 'react';
import {
  CASH_BIDS_PAGE,
  PRICE_SHEET_PAGE,
  WALL_BOARD_PAGE,
  type BidBoard,
  type Commodity,
} from '#contract/cash-bids.ts';
import { editorCalls } from '#app/editor/editor-calls.ts';
import { EditorLoaded } from '#app/editor/editor-loaded.tsx';
import { EditorSection } from '#app/editor/editor-section.tsx';
import { useEditorLoad } from '#app/editor/use-editor-load.ts';
import { BidsField } from './bids-field.tsx';
import { boardText } from './board-grid.ts';
import { CommoditiesField } from './commodities-field.tsx';
import { commodityText } from './commodity-grid.ts';
import { TokenList } from './token-list.tsx';
import styles from './cash-bids-section.module.css';

const ID = 'cash-bids';

export function CashBidsSection() {
  const load = useEditorLoad(editorCalls.bidBoard);
  return (
    <EditorSection id={ID} heading="Cash Bids">
      <p className={styles.hint}>
        Futures and their change in cents and eighths, such as 432'6; basis in cents, such as -32. They make
        the cash price; type one only where it is fixed. <a href={CASH_BIDS_PAGE}>See the page</a>, the{' '}
        <a href={PRICE_SHEET_PAGE}>price sheet</a> or the{' '}
        <a href={WALL_BOARD_PAGE}>board for the office wall</a>.
      </p>
      <EditorLoaded load={load} what="bids">
        {(board, version) => <Board board={board} version={version} />}
      </EditorLoaded>
      <TokenList />
    </EditorSection>
  );
}

function Board({ board, version }: { board: BidBoard; version: number }) {
  const [commodities, setCommodities] = useState<readonly Commodity[]>(board.commodities);
  return (
    <>
      <BidsField section={ID} saved={boardText(board)} version={version} commodities={commodities} />
      <CommoditiesField
        section={ID}
        saved={commodityText(board)}
        version={version}
        onSaved={setCommodities}
      />
    </>
  );
}
