import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { addressOf, PAGE_MAX_LENGTH, type OwnPage, type OwnPageList } from '#contract/own-pages.ts';
import { useNavigate } from '#app/router/router-context.tsx';
import { Button } from '#app/editor/shell/button.tsx';
import { adminApi } from '#app/editor/shell/admin-api.ts';
import { FailureAlert, useFailure } from '#app/editor/shell/failure-alert.tsx';
import type { Draft } from '#app/editor/field/drafts.ts';
import { LabeledInput } from '#app/editor/field/labeled-input.tsx';
import { useEditor } from '#app/editor/field/editor-context.ts';
import { earlierAddressHint, LIST_PATH, newPage, PAGE_FORM } from './page-draft.ts';
import styles from './pages-editor.module.css';

/** Field of the draft. */
const NEW_PAGE = 'new-page';

const IDEAS = [
  { title: 'Careers', text: 'Open jobs, pay, and a form to download.' },
  { title: 'Membership', text: 'Who can join, how to join, and what members get.' },
  { title: 'Feed', text: 'Brands, bags and bulk, and the number to call.' },
  { title: 'Annual Meeting', text: "Date, place, agenda, and last year's report." },
] as const;

function pageIn(draft: Draft | undefined): OwnPage {
  const { title = '', address = '' } = PAGE_FORM.read(draft?.text ?? '') ?? {};
  return newPage(title, address);
}

/** Renders the form that adds a page, and then opens its editor. Before the first page, also ideas to start with. */
export function AddPage({ list, isFirst }: { list: OwnPageList; isFirst: boolean }) {
  const navigate = useNavigate();
  const { drafts } = useEditor();
  // With an id which stays the same for a repeated attempt, so that the page is added once.
  const [page, setPage] = useState(() => pageIn(drafts.find(NEW_PAGE)));
  // That of a closed tab, if this one has none.
  useEffect(() => {
    async function takeOther() {
      const [other] = await drafts.findOthers(NEW_PAGE);
      if (other && !drafts.find(NEW_PAGE)) setPage(pageIn(drafts.takeOther(NEW_PAGE, other.tab)));
    }
    void takeOther();
  }, [drafts]);
  const [failure, setFailure] = useFailure();
  const isBusy = useRef(false);

  function type(changes: Partial<Pick<OwnPage, 'title' | 'address'>>) {
    const next = { ...page, ...changes };
    setPage(next);
    if (next.title === '' && next.address === '') drafts.remove(NEW_PAGE);
    else drafts.save(NEW_PAGE, { text: PAGE_FORM.write(next), base: '', section: NEW_PAGE });
  }

  /** The address follows the title until it is typed. */
  const typeTitle = (title: string) =>
    type(page.address === addressOf(page.title) ? { title, address: addressOf(title) } : { title });

  function use(idea: string) {
    type({ title: idea, address: addressOf(idea) });
    document.getElementById('new-page-title')?.focus();
  }

  async function add(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy.current) return;
    isBusy.current = true;
    const result = await adminApi.addOwnPage(page);
    isBusy.current = false;
    if (result.outcome !== 'done') return setFailure(result);
    drafts.remove(NEW_PAGE);
    await navigate(`${LIST_PATH}/${result.body.content.id}`);
  }

  return (
    <>
      <form className={`${styles.add} no-print`} onSubmit={(event) => void add(event)}>
        <h2>Add a page</h2>
        <LabeledInput
          id="new-page-title"
          label="Title"
          value={page.title}
          required
          maxLength={PAGE_MAX_LENGTH.title}
          describedBy="new-page-hint"
          onType={typeTitle}
        />
        <LabeledInput
          id="new-page-address"
          label="Address"
          value={page.address}
          required
          maxLength={PAGE_MAX_LENGTH.address}
          describedBy="new-page-hint"
          onType={(address) => type({ address })}
        />
        <p id="new-page-hint" className={styles.hint}>
          The address is like annual-meeting. A new page is hidden. {earlierAddressHint(list, page)}
        </p>
        <Button type="submit">Add page</Button>
        <FailureAlert failure={failure} />
      </form>
      {isFirst && (
        <section className={styles.ideas} aria-labelledby="page-ideas">
          <h2 id="page-ideas">No pages yet. Start with one of these?</h2>
          <ul className={`${styles.list} plain-list`}>
            {IDEAS.map((idea) => (
              <li key={idea.title} className={styles.row}>
                <p>
                  <strong>{idea.title}</strong>
                  <br />
                  {idea.text}
                </p>
                <Button onClick={() => use(idea.title)}>
                  Use this title<span className="visually-hidden"> {idea.title}</span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
