import type { VersionId } from '#contract/content-version.ts';
import { useMemo, useState } from 'react';
import {
  CASH_BIDS_PAGE,
  PRICE_SHEET_PAGE,
  WALL_BOARD_PAGE,
  type BidList,
  type Commodity,
} from '#contract/cash-bids.ts';
import { counted } from '#contract/text.ts';
import { useSite } from '#app/ui/site-context.ts';
import { adminApi } from '#app/editor/shell/admin-api.ts';
import { Loaded } from '#app/editor/shell/editor-query-view.tsx';
import { BidsField } from './bids-field.tsx';
import { gridOfBids } from './bid-grid.ts';
import { CommoditiesField } from './commodities-field.tsx';
import { gridOfCommodities } from './commodity-grid.ts';
import { TokenList } from './token-list.tsx';
import styles from './cash-bids-section.module.css';

const ID = 'cash-bids';

export function CashBidsSection() {
  const { cashBids } = useSite();
  return (
    <>
      <p className={styles.hint}>
        Type futures and change in cents and eighths, like 432'6. Type basis in cents, like -32. We add
        futures and basis to get the cash price, so type a cash price only for a fixed price.
      </p>
      <p className={styles.hint}>
        Bids more than {counted(cashBids.oldAfterHours, 'hour')} old are marked old on your website.
      </p>
      <p className={styles.hint}>
        View the <a href={CASH_BIDS_PAGE}>cash bids page</a>, the{' '}
        <a href={PRICE_SHEET_PAGE}>printable price sheet</a>, or the <a href={WALL_BOARD_PAGE}>bid board</a>{' '}
        for your office screen. Open the bid board there and press F11 to fill the screen.
      </p>
      <Loaded from={adminApi.bidList} noun="cash bids">
        {(bidList, version) => <BidListEditor bidList={bidList} version={version} />}
      </Loaded>
      <TokenList />
    </>
  );
}

function BidListEditor({ bidList, version }: { bidList: BidList; version: VersionId }) {
  const [commodities, setCommodities] = useState<readonly Commodity[]>(bidList.commodities);
  const bids = useMemo(() => gridOfBids(bidList), [bidList]);
  const ofCommodities = useMemo(() => gridOfCommodities(bidList), [bidList]);
  return (
    <>
      <BidsField section={ID} saved={bids} version={version} commodities={commodities} />
      <CommoditiesField section={ID} saved={ofCommodities} version={version} onSaved={setCommodities} />
    </>
  );
}
