import { PRICE_SHEET_PAGE } from '#contract/cash-bids.ts';
import { Button } from '#app/editor/shell/button.tsx';
import controls from '#app/editor/shell/controls.module.css';
import styles from './past-prices-section.module.css';

/** Opens the prices of a past minute in another tab, so that nothing typed here is lost. */
export function PastPricesSection() {
  return (
    <form className={styles.form} action={PRICE_SHEET_PAGE} target="_blank">
      <label htmlFor="past-prices-at">Date and time at your cooperative</label>
      <div className={styles.line}>
        <input id="past-prices-at" className={controls.input} type="datetime-local" name="at" required />
        <Button type="submit">Show prices</Button>
      </div>
    </form>
  );
}
