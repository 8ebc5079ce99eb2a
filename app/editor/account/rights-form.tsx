import { useId, useState, type ReactNode, type SubmitEvent } from 'react';
import type { EmailChange, PersonRights } from '#contract/people.ts';
import { ROLE_LABELS, ROLES, type Role } from '#contract/rights.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { LocationChoice, type LocationName } from '#app/editor/shell/location-choice.tsx';
import controls from '#app/editor/shell/controls.module.css';
import { useSite } from '#app/ui/site-context.ts';
import { EmailInput } from './email-input.tsx';
import { formText } from './form-text.ts';
import styles from '#app/editor/shell/credential-list.module.css';

type FormRights = PersonRights & Partial<EmailChange>;

/** What people with a role can change, after its name. */
const ROLE_HINTS: Readonly<Record<Role, string>> = {
  owner: 'everything, and people',
  content: 'all content',
  prices: 'bids, fertilizer, and fuel',
  'scale-house': 'harvest board and hours',
};

/** Renders the rights of a person, and a button that sends them. */
export function RightsForm({
  rights,
  locations,
  label,
  onSubmit,
  children,
}: {
  /** `email` is missing for someone who has no account yet. */
  rights: FormRights;
  locations: readonly LocationName[];
  /** Label of the button. */
  label: string;
  onSubmit: (rights: FormRights) => Promise<unknown>;
  /** Further buttons. */
  children?: ReactNode;
}) {
  const id = useId();
  const [role, setRole] = useState(rights.role);
  const [limits, setLimits] = useState(rights.locations);
  const [lastDay, setLastDay] = useState(rights.lastDay ?? '');
  const [isSending, setIsSending] = useState(false);
  const hasEmail = useSite().sendsMail && rights.email !== undefined;
  const isOwner = role === 'owner';

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    setIsSending(true);
    const email = hasEmail && { email: formText(event.currentTarget, 'email') || null };
    await onSubmit({ role, locations: isOwner ? null : limits, lastDay: lastDay || null, ...email });
    setIsSending(false);
  }

  return (
    <form className={styles.create} onSubmit={(event) => void submit(event)}>
      <label htmlFor={`${id}-role`}>Can change</label>
      <select
        id={`${id}-role`}
        className={controls.input}
        value={role}
        onChange={({ target }) => setRole(target.value as Role)}
      >
        {ROLES.map((each) => (
          <option key={each} value={each}>
            {ROLE_LABELS[each]}: {ROLE_HINTS[each]}
          </option>
        ))}
      </select>
      {!isOwner && (
        <LocationChoice id={`${id}-locations`} locations={locations} chosen={limits} onChoose={setLimits} />
      )}
      <label htmlFor={`${id}-day`}>Last day (optional)</label>
      <input
        id={`${id}-day`}
        className={controls.input}
        type="date"
        value={lastDay}
        onChange={({ target }) => setLastDay(target.value)}
      />
      {hasEmail && <EmailInput email={rights.email} />}
      <div className={styles.buttons}>
        <Button type="submit" aria-disabled={isSending}>
          {label}
        </Button>
        {children}
      </div>
    </form>
  );
}
