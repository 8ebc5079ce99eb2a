import { useEffect, useId, useMemo, useRef, type ComponentProps, type SubmitEvent } from 'react';
import type { CurrentAdmin } from '#contract/accounts.ts';
import {
  HISTORY_KINDS,
  HISTORY_SEARCH_LENGTH,
  type HistoryCsvQuery,
  type HistoryEntry,
  type HistoryKind,
} from '#contract/history.ts';
import { API, DASHBOARD_PAGE } from '#contract/paths.ts';
import { Link } from '#app/router/link.tsx';
import { useLocation, useNavigate } from '#app/router/router-context.tsx';
import { useSite } from '#app/ui/site-context.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { adminApi } from '#app/editor/shell/admin-api.ts';
import { useEditorQuery } from '#app/editor/shell/use-editor-query.ts';
import type { HistoryOrigin } from '#app/editor/shell/editor-section.tsx';
import { useToday } from '#app/editor/shell/use-today.ts';
import { KIND_NAMES } from './entry-texts.ts';
import { HistoryList } from './history-list.tsx';
import controls from '#app/editor/shell/controls.module.css';
import frame from '#app/editor/shell/dashboard-frame.module.css';
import styles from './site-history.module.css';

/** Renders the history of the whole website. Its filters are in the URL. */
export function SiteHistory({ admin: { username, role } }: { admin: CurrentAdmin }) {
  const { timeZone } = useSite();
  const today = useToday(timeZone);
  const { search, state } = useLocation();
  const { name: partName = 'part of the website', section } = { ...(state as HistoryOrigin | null) };
  const navigate = useNavigate();
  const people = useEditorQuery(adminApi.historyPeople);
  const text = new URLSearchParams(search).toString();
  const query = useMemo(() => filtersIn(new URLSearchParams(text)), [text]);
  const form = useRef<HTMLFormElement>(null);
  const names = people.state === 'loaded' ? people.body : [];
  const persons = query.person && !names.includes(query.person) ? [query.person, ...names] : names;

  const isPart = PARTS.some((name) => query[name] !== undefined);
  const hasFilters = FILTERS.some((name) => name !== 'search' && query[name] !== undefined);

  // Fill in the filters of the URL, also after going back. A new form would lose the focus.
  useEffect(() => fillIn(form.current!, query, FILTERS), [query]);

  // Once its options are loaded. What was typed in the meantime stays.
  useEffect(() => fillIn(form.current!, query, ['person']), [query, persons.length]);

  function apply(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const next = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget)) {
      if (typeof value === 'string' && value.trim() !== '') next.set(name, value.trim());
    }
    if (next.toString() !== text) void navigate(`?${next}`, { state, preventScrollReset: true });
  }

  function nameOf({ item }: HistoryEntry) {
    if (item.id === query.item) return item.name;
    return (
      <Link
        className={controls.link}
        to={`?${new URLSearchParams({ item: item.id })}`}
        state={{ name: item.name, section }}
      >
        Show only {item.name}
      </Link>
    );
  }

  return (
    <>
      <header className={frame.strip}>
        <p className={frame.name}>Scalehouse editor</p>
        <p className={frame.username}>{username}</p>
        <Link to={section ? `${DASHBOARD_PAGE}#${section}` : DASHBOARD_PAGE}>Back to editor</Link>
      </header>
      <main id="main" className={styles.page} tabIndex={-1}>
        <h1>History</h1>
        <form ref={form} className={`${styles.filters} no-print`} role="search" onSubmit={apply}>
          {isPart && (
            <p className={styles.part}>
              {PARTS.map((name) => (
                <input key={name} type="hidden" name={name} value={query[name] ?? ''} />
              ))}
              Only: {partName}
            </p>
          )}
          <Filter label="Search for" type="search" name="search" maxLength={HISTORY_SEARCH_LENGTH} />
          <Button type="submit">Search</Button>
          <details open={hasFilters}>
            <summary>Filters</summary>
            <div className={styles.more}>
              <Filter label="Who" name="person">
                <option value="">Everyone</option>
                {persons.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </Filter>
              <Filter label="What" name="kind">
                <option value="">Everything</option>
                {HISTORY_KINDS.map((kind) => (
                  <option key={kind} value={kind}>
                    {KIND_NAMES[kind]}
                  </option>
                ))}
              </Filter>
              <Filter label="From" type="date" name="from" max={today} />
              <Filter label="To" type="date" name="to" max={today} />
            </div>
          </details>
          <p className={styles.links}>
            {text !== '' && (
              <Link className="touch" to="/admin/history">
                Show everything
              </Link>
            )}
            <a
              className="touch"
              href={`${API.historyCsv}?${new URLSearchParams(query)}`}
              download="history.csv"
            >
              Download as CSV
            </a>
          </p>
        </form>
        <HistoryList
          key={`list ${text}`}
          query={query}
          reader={{ username, role, timeZone, today }}
          nameOf={nameOf}
        />
      </main>
    </>
  );
}

/** Renders a labeled input, or a select if there are options. */
function Filter({
  label,
  name,
  children: options,
  ...input
}: { label: string; name: Name } & Omit<ComponentProps<'input'>, 'name'>) {
  const id = useId();
  const shared = { id, className: controls.input, name };
  return (
    <div>
      <label htmlFor={id} className={controls.label}>
        {label}
      </label>
      {options ? <select {...shared}>{options}</select> : <input {...shared} {...input} />}
    </div>
  );
}

const PARTS = ['item', 'subjects'] as const;
const FILTERS = ['search', 'person', 'kind', 'from', 'to'] as const;
type Name = (typeof FILTERS)[number];

function fillIn(form: HTMLFormElement, query: HistoryCsvQuery, names: readonly Name[]): void {
  for (const name of names) {
    const input = form.elements.namedItem(name);
    if (input instanceof HTMLInputElement || input instanceof HTMLSelectElement)
      input.value = query[name] ?? '';
  }
}

/** Returns the filters of a URL, without those that the server would reject. */
function filtersIn(params: URLSearchParams): HistoryCsvQuery {
  const filters: HistoryCsvQuery = {};
  for (const name of ['person', 'search', ...PARTS] as const) {
    const value = params.get(name);
    if (value) filters[name] = value.slice(0, name === 'search' ? HISTORY_SEARCH_LENGTH : 200);
  }
  for (const name of ['from', 'to'] as const) {
    const value = params.get(name);
    if (value && /^\d{4}-\d{2}-\d{2}$/.test(value)) filters[name] = value;
  }
  const kind = params.get('kind');
  if (HISTORY_KINDS.some((each) => each === kind)) filters.kind = kind as HistoryKind;
  return filters;
}
