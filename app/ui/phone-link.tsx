import styles from './phone-link.module.css';

/** A telephone number as it was typed, which calls when it is pressed. */
export function PhoneLink({ number }: { number: string }) {
  const digits = number.replace(/(?!^\+)\D/g, '');
  if (digits.length < 3) return number;
  return (
    <a className={styles.phone} href={`tel:${digits}`}>
      {number}
    </a>
  );
}
