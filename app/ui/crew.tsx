import type { Employees } from '#contract/employees.ts';
import { NotPosted } from '#app/ui/not-posted.tsx';
import { PhoneLink } from '#app/ui/phone-link.tsx';
import styles from './crew.module.css';

/** Renders the employees with their photos, and phone and email links. Omits a phone number or email that is blank or a dash. */
export function Crew({ employees }: { employees: Employees }) {
  if (employees.length === 0) {
    return <NotPosted call=" Call the office for help: ">No one is listed here yet.</NotPosted>;
  }
  return (
    <ul className={`${styles.crew} entries plain-list`}>
      {employees.map(({ id, name, title, phoneNumber, email, photoUrl }) => (
        <li key={id}>
          {photoUrl && (
            <img src={photoUrl} alt={name} width="72" height="72" loading="lazy" decoding="async" />
          )}
          <h3>{name}</h3>
          <p className="fine-print">{title}</p>
          {isFilled(phoneNumber) && (
            <p>
              <PhoneLink number={phoneNumber} />
            </p>
          )}
          {isFilled(email) && (
            <p>
              {email.includes('@') ? (
                <a className="touch" href={mailUrl(email)}>
                  {breakable(email)}
                </a>
              ) : (
                email
              )}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

const isFilled = (text: string) => !/^[\p{Dash_Punctuation}\s]*$/u.test(text);

/** Allows a line break only before the @ sign. */
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

/** Encodes the address, so that it cannot add header fields to the email. */
const mailUrl = (email: string) =>
  `mailto:${encodeURIComponent(email.toWellFormed().trim()).replaceAll('%40', '@')}`;
