import type { VersionId } from '#contract/content-version.ts';
import { useMemo, useState } from 'react';
import {
  CASH_BIDS_PAGE,
  PRICE_SHEET_PAGE,
  WALL_BOARD_PAGE,
  type BidList,
  type Commodity,
} from '#contract/cash-bids.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import { adminApi } from '#app/editor/shell/admin-api.ts';
import { Loaded } from '#app/editor/shell/editor-query-view.tsx';
import { BidsField } from './bids-field.tsx';
import { gridOfBids } from './bid-grid.ts';
import { bidsChangedAt } from './use-bids-field.ts';
import { CommoditiesField } from './commodities-field.tsx';
import { gridOfCommodities } from './commodity-grid.ts';
import { TokenList } from './token-list.tsx';
import styles from './cash-bids-section.module.css';

const ID = 'cash-bids';

export function CashBidsSection() {
  const { admin } = useEditor();
  return (
    <>
      <p className={styles.links}>
        <a href={CASH_BIDS_PAGE}>Cash bids page</a>, <a href={PRICE_SHEET_PAGE}>printable price sheet</a>,{' '}
        <a href={WALL_BOARD_PAGE}>bid board</a>
      </p>
      <Loaded from={adminApi.bidList} noun="cash bids">
        {(bidList, version) => <BidListEditor bidList={bidList} version={version} />}
      </Loaded>
      {admin.role === 'owner' && <TokenList />}
    </>
  );
}

function BidListEditor({ bidList, version }: { bidList: BidList; version: VersionId }) {
  const [commodities, setCommodities] = useState<readonly Commodity[]>(bidList.commodities);
  const bids = useMemo(() => gridOfBids(bidList), [bidList]);
  const ofCommodities = useMemo(() => gridOfCommodities(bidList), [bidList]);
  return (
    <>
      <BidsField section={ID} saved={bids} changedAt={bidsChangedAt(bidList)} {...{ version, commodities }} />
      <CommoditiesField section={ID} saved={ofCommodities} version={version} onSaved={setCommodities} />
    </>
  );
}
