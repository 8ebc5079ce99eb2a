import { useRef, useState } from 'react';
import { linkPath } from '#contract/paths.ts';
import {
  LINK_HOURS,
  type NewPersonLink,
  type People,
  type Person,
  type PersonChange,
  type PersonLink,
  type PersonRights,
} from '#contract/people.ts';
import { ROLE_LABELS } from '#contract/rights.ts';
import { formatDate, formatDateTime } from '#shared/date-time.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import type { CallResult } from '#app/editor/shell/admin-api.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { useQuestion } from '#app/editor/shell/confirm-dialog.tsx';
import { Loaded } from '#app/editor/shell/editor-query-view.tsx';
import { locationsText, type LocationName } from '#app/editor/shell/location-choice.tsx';
import { NewSecret } from '#app/editor/shell/new-secret.tsx';
import { useReloading } from '#app/editor/shell/use-reloading.tsx';
import { peopleApi } from './people-api.ts';
import { RightsForm } from './rights-form.tsx';
import styles from '#app/editor/shell/credential-list.module.css';

const FIRST_RIGHTS: PersonRights = { role: 'prices', locations: null, lastDay: null };

export const PeopleSection = () => (
  <Loaded from={peopleApi.load} noun="people">
    {([people, { locations }]) => <PeopleList initial={people} locations={locations} />}
  </Loaded>
);

type Created = NewPersonLink & { username: string | null };

function PeopleList({ initial, locations }: { initial: People; locations: readonly LocationName[] }) {
  const { admin, timeZone } = useEditor();
  const { content, send, outcome } = useReloading(initial, peopleApi.list);
  const [openId, setOpenId] = useState<string>();
  const [created, setCreated] = useState<Created>();
  const { ask, dialog } = useQuestion();
  const list = useRef<HTMLUListElement>(null);

  async function createLink(request: Promise<CallResult<NewPersonLink>>, username: string | null) {
    const link = await send(request, '');
    if (!link) return;
    setOpenId(undefined);
    setCreated({ ...link, username });
  }

  /** Sends a request after a confirmation. */
  const removeAfter = (heading: string, text: string, remove: () => Promise<unknown>) =>
    ask({
      heading: `${heading}?`,
      text,
      confirmLabel: heading,
      async act() {
        await remove();
        // The dialog and the row that had the focus are gone.
        list.current?.focus({ preventScroll: true });
      },
    });

  const removePerson = ({ id, username }: Person) =>
    removeAfter(
      `Remove ${username}`,
      "They'll be signed out, and their API tokens will stop working. What they changed stays on the website and in the history.",
      () => send(peopleApi.remove(id), `${username} was removed and signed out. Their changes stay.`),
    );

  const removeFactors = ({ id, username }: Person) =>
    removeAfter(
      `Remove second factor of ${username}`,
      "They'll be signed out, and their passkeys, authenticator app, and recovery codes will stop working. Their password stays.",
      () => send(peopleApi.removeFactors(id), `${username} can sign in with the password alone.`),
    );

  async function change(person: Person, rights: PersonChange) {
    const { username, id } = person;
    if (await send(peopleApi.change(id, rights), `Saved ${username}.`)) setOpenId(undefined);
  }

  const switchOff = ({ id, username, isDisabled }: Person) =>
    send(
      peopleApi.change(id, { isDisabled: !isDisabled }),
      isDisabled ? `${username} can sign in again.` : `${username} was signed out and can't sign in.`,
    );

  const limitsText = ({ role, locations: limits, lastDay }: PersonRights) =>
    [
      ROLE_LABELS[role],
      limits && locationsText(limits, locations),
      lastDay && `last day ${formatDate(lastDay)}`,
    ]
      .filter(Boolean)
      .join(' · ');

  const rowOf = (person: Person) => {
    const { id, username, isDisabled, seenAt, hasSecondFactor } = person;
    return (
      <li key={id}>
        <span>
          <b>{username}</b>
          <small>
            {limitsText(person)} · Second factor: {hasSecondFactor ? 'yes' : 'no'}
            {isDisabled ? ' · Switched off' : seenAt && ` · Last seen ${formatDateTime(seenAt, timeZone)}`}
          </small>
        </span>
        <Button
          aria-expanded={openId === id}
          aria-label={`Change ${username}`}
          onClick={() => setOpenId(openId === id ? undefined : id)}
        >
          {openId === id ? 'Cancel' : 'Change'}
        </Button>
        {openId === id && (
          <RightsForm
            rights={person}
            locations={locations}
            label="Save"
            onSubmit={(rights) => change(person, rights)}
          >
            <Button onClick={() => void createLink(peopleApi.createPasswordLink(id), username)}>
              New password link
            </Button>
            <Button onClick={() => void switchOff(person)}>{isDisabled ? 'Switch on' : 'Switch off'}</Button>
            {hasSecondFactor && id !== admin.id && (
              <Button onClick={() => removeFactors(person)}>Remove second factor</Button>
            )}
            <Button onClick={() => removePerson(person)}>Remove</Button>
          </RightsForm>
        )}
      </li>
    );
  };

  const linkOf = ({ id, username, createdBy, expiresAt, ...rights }: PersonLink) => {
    const name = username === null ? 'Invitation' : `Password link for ${username}`;
    return (
      <li key={id}>
        <span>
          <b>{name}</b>
          <small>
            {username === null && `${limitsText(rights)} · `}Created by {createdBy} · Works until{' '}
            {formatDateTime(expiresAt, timeZone)}
          </small>
        </span>
        <Button
          aria-label={`Delete ${name.toLowerCase()}`}
          onClick={() => void send(peopleApi.removeLink(id), 'Link deleted. It no longer works.')}
        >
          Delete
        </Button>
      </li>
    );
  };

  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label="People" className={`${styles.list} plain-list`}>
        {content.people.map(rowOf)}
        {content.links.map(linkOf)}
      </ul>
      {created && (
        <NewSecret
          key={created.token}
          name="New link"
          noun="Link"
          hint={`Send this link to ${created.username ?? 'the person you invite'}. It works once, for ${LINK_HOURS} hours, and you won't see it again.`}
          text={window.location.origin + linkPath(created.token)}
          copied="Link copied."
        />
      )}
      {outcome}
      <h3 className={styles.part}>Invite someone</h3>
      <RightsForm
        rights={FIRST_RIGHTS}
        locations={locations}
        label="Create link"
        onSubmit={(rights) => createLink(peopleApi.invite(rights), null)}
      />
      {dialog}
    </>
  );
}
