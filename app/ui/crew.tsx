import type { Employees } from '#contract/employees.ts';
import { Empty } from './empty.tsx';
import { PhoneLink } from './phone-link.tsx';
import styles from './crew.module.css';

/** The people of the cooperative, with links that call and write. A dash stands for somebody without a number. */
export function Crew({ employees }: { employees: Employees }) {
  if (employees.length === 0) return <Empty>Nobody is listed yet.</Empty>;
  return (
    <ul className={styles.crew}>
      {employees.map(({ id, name, title, phoneNumber, email }) => (
        <li key={id}>
          <h3>{name}</h3>
          <p className={styles.title}>{title}</p>
          {isGiven(phoneNumber) && (
            <p>
              <PhoneLink number={phoneNumber} />
            </p>
          )}
          {isGiven(email) && (
            <p>{email.includes('@') ? <a href={mailAddress(email)}>{breakable(email)}</a> : email}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

const isGiven = (text: string) => !/^[\p{Dash_Punctuation}\s]*$/u.test(text);

/** A long address breaks before its domain, if anywhere. */
function breakable(email: string) {
  const at = email.indexOf('@');
  return (
    <span>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  );
}

/** Nothing that somebody typed may add a field to the letter. */
const mailAddress = (email: string) =>
  `mailto:${encodeURIComponent(email.toWellFormed().trim()).replaceAll('%40', '@')}`;
