import { CASH_BIDS_PAGE } from '#contract/cash-bids.ts';
import type { BidSummary } from '#shared/bid-summary.ts';
import { formatDateTimeWithZone } from '#shared/date-time.ts';
import { useSite } from './site-context.ts';
import styles from './printed-bids.module.css';

/** Renders the bids on paper, where the iframe would be a hole. The page does not contain a vendor's bids. */
export function PrintedBids({ bids }: { bids: BidSummary | undefined }) {
  const { embeds, publicAddress, timeZone } = useSite();
  const own = embeds.cashBids === null ? bids : undefined;
  const timeOf = (asOf: string) => `as of ${formatDateTimeWithZone(asOf, timeZone)}`;
  return (
    <div className={styles.printed}>
      {own?.asOf && <p>{`${own.isStale ? 'Old bids' : 'Bids'} ${timeOf(own.asOf)}`}</p>}
      {own?.printed.length === 0 && <p>No bids posted.</p>}
      <div className={styles.locations}>
        {own?.printed.map(({ location, bids: rows }) => (
          <table key={location} aria-label={location}>
            <thead>
              <tr>
                <th scope="col" colSpan={2}>
                  {location}
                </th>
                <th scope="col">Basis, $/bu</th>
                <th scope="col">Cash, $/bu</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(([commodity, delivery, basis, cashPrice, asOf, isStale], row) => (
                <tr key={row}>
                  <th scope="row">{commodity}</th>
                  <td>{asOf ? `${delivery}, ${isStale ? 'old bid ' : ''}${timeOf(asOf)}` : delivery}</td>
                  <td>{basis}</td>
                  <td>
                    <b>{cashPrice || '–'}</b>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
      {(!own || own.isPrintedCut) && (
        <p>{`See today's bids at ${publicAddress.replace(/^https?:\/\//, '')}${CASH_BIDS_PAGE}.`}</p>
      )}
    </div>
  );
}
