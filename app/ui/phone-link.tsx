import { phoneParts } from '#shared/phone-numbers.ts';
import styles from './phone-link.module.css';

/** Maximum length of a number that must not wrap. */
const SHORT_NUMBER = 16;

/** Renders telephone numbers as typed, each as a link: a box, or a part of a sentence. */
export function PhoneLink({ number, isInText }: { number: string; isInText?: boolean }) {
  return phoneParts(number).map(({ text, href }, at) =>
    href === undefined ? (
      text
    ) : (
      <a
        key={at}
        className={`${styles.phone} ${isInText ? 'in-text' : 'touch'}`}
        href={href}
        data-long={text.length > SHORT_NUMBER || undefined}
      >
        {text}
      </a>
    ),
  );
}

type CallProps = { before: string; number: string | undefined; after?: string };

/** Renders a telephone number between words such as " Call " and ".", or nothing without a number. */
export function Call({ before, number, after }: CallProps) {
  return (
    number && (
      <>
        {before}
        <PhoneLink isInText number={number} />
        {after}
      </>
    )
  );
}
