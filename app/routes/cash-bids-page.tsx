import type { CashBids } from '#contract/cash-bids.ts';
import { momentInWords } from '#contract/date-time.ts';
import { changeDirection } from '#contract/change-direction.ts';
import { DirectionIcon } from '#app/ui/icons.tsx';
import { PhoneLink } from '#app/ui/phone-link.tsx';

/** The board of bids as a page of its own, framed by the home page and good by itself. It has no scripts. */
export function CashBidsPage({
  cashBids,
  telephone,
  timeZone,
}: {
  cashBids: CashBids;
  telephone: string;
  timeZone: string;
}) {
  return (
    <main className="cash-bids" data-cash-bids aria-label="Local cash bids">
      <h1 className="visually-hidden">Local Cash Bids</h1>
      {cashBids.bids.length === 0 ? (
        <p className="empty">
          No bids posted.
          {telephone && (
            <>
              {' Call '}
              <PhoneLink number={telephone} />.
            </>
          )}
        </p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">Grain</th>
              <th scope="col" className="wide">
                Basis
              </th>
              <th scope="col">Bid, $/bu</th>
              <th scope="col">Change</th>
            </tr>
          </thead>
          <tbody>
            {cashBids.bids.map((bid) => (
              <tr key={bid.id} title={`As of ${momentInWords(bid.asOf, timeZone)}`}>
                <th scope="row">
                  {bid.commodity}
                  <small>
                    {bid.delivery}
                    <span className="wide">
                      {' · '}
                      {bid.location} · {bid.futuresMonth} futures
                    </span>
                  </small>
                </th>
                <td className="wide">{withMinusSign(bid.basis)}</td>
                <td className="bid">{bid.cashPrice}</td>
                <ChangeCell text={bid.change} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </main>
  );
}

/** The class `change` is what the framing page looks for to colour the value. */
function ChangeCell({ text }: { text: string }) {
  const direction = changeDirection(text);
  return (
    <td className="change">
      {direction !== 'none' && <DirectionIcon direction={direction} />}
      {withMinusSign(text)}
    </td>
  );
}

const withMinusSign = (text: string) => text.replace(/^-/, '−');
