import styles from './phone-link.module.css';

/** A number up to this length stays on one line. */
const SHORT_NUMBER = 16;

/** A telephone number as it was typed, which calls when it is pressed. */
export function PhoneLink({ number }: { number: string }) {
  const digits = number.replace(/(?!^\+)\D/g, '');
  if (digits.length < 3) return number;
  return (
    <a className={styles.phone} href={`tel:${digits}`} data-long={number.length > SHORT_NUMBER || undefined}>
      {number}
    </a>
  );
}
