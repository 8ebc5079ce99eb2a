import { useEffect, useRef, useState } from 'react';
import type { Presence } from '#contract/presence.ts';
import { currentTab } from '#app/browser/tab.ts';
import { whileVisible } from '#app/browser/while-visible.ts';
import { requiredContext } from '#app/browser/required-context.ts';
import { adminApi } from './admin-api.ts';
import { sessionHint } from './session-hint.ts';
import type { UnsavedFields } from './use-unsaved-fields.ts';

const REPORT_EVERY_MS = 10_000;
const NO_ONE: Presence = [];

/** Reports the sections in which this tab has unsaved text, and returns those of other people. */
export function usePresence(unsaved: UnsavedFields): Presence {
  const [others, setOthers] = useState(NO_ONE);
  const latest = useRef(unsaved);
  useEffect(() => {
    latest.current = unsaved;
  }, [unsaved]);

  useEffect(() => {
    async function report() {
      if (!sessionHint.exists()) return;
      const sections = [...new Set([...latest.current.values()].map(({ section }) => section))];
      const result = await adminApi.reportPresence({ tab: currentTab().id, sections });
      if (result.outcome === 'unreachable') throw new Error(result.reason);
      const next = result.outcome === 'done' ? result.body : NO_ONE;
      setOthers((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    }
    return whileVisible(report, { everyMs: REPORT_EVERY_MS });
  }, []);
  return others;
}

export const [PresenceContext, useOthers] = requiredContext<Presence>('useOthers');

/** Returns the names of the people who are editing sections, such as "Ana and Bo are editing", or ''. */
export function editingText(others: Presence, sections: readonly string[]): string {
  const names = others.flatMap(({ username, section }) => (sections.includes(section) ? username : []));
  const all = [...new Set(names)];
  if (all.length === 0) return '';
  return `${new Intl.ListFormat('en-US').format(all)} ${all.length === 1 ? 'is' : 'are'} editing`;
}
