import styles from './phone-link.module.css';

/** Maximum length of a number that must not wrap. */
const SHORT_NUMBER = 16;

/** Renders a telephone number as typed, as a link if it has at least three digits. */
export function PhoneLink({ number }: { number: string }) {
  const digits = number.replace(/(?!^\+)\D/g, '');
  if (digits.length < 3) return number;
  return (
    <a
      className={`${styles.phone} touch`}
      href={`tel:${digits}`}
      data-long={number.length > SHORT_NUMBER || undefined}
    >
      {number}
    </a>
  );
}

type CallProps = { before: string; number: string | undefined; after?: string };

/** Renders a telephone number between words such as " Call " and ".", or nothing without a number. */
export function Call({ before, number, after }: CallProps) {
  return (
    number && (
      <>
        {before}
        <PhoneLink number={number} />
        {after}
      </>
    )
  );
}
