import { createBrowserStorage, type BrowserStorage } from '#app/browser/browser-storage.ts';

/** The open sections of this device: on narrow screens only one, elsewhere all that the user has not closed. */
export type OpenSections = { only: string | null; closed: readonly string[] };

export const isSectionOpen = ({ only, closed }: OpenSections, id: string, isNarrow: boolean): boolean =>
  isNarrow ? only === id : !closed.includes(id);

/** Opens or closes a section. Returns the same object if nothing changes. */
export function withSection(
  sections: OpenSections,
  id: string,
  { isOpen, isNarrow }: { isOpen: boolean; isNarrow: boolean },
): OpenSections {
  if (isSectionOpen(sections, id, isNarrow) === isOpen) return sections;
  if (isNarrow) return { ...sections, only: isOpen ? id : null };
  const others = sections.closed.filter((each) => each !== id);
  return { ...sections, closed: isOpen ? others : [...others, id] };
}

const KEY = 'scalehouse-open-sections';

/** Returns the stored sections; on a new device, all are open, or on a narrow screen the first. */
export function findOpenSections(
  first: string,
  storage: BrowserStorage = createBrowserStorage(),
): OpenSections {
  try {
    const { only, closed } = JSON.parse(storage.find(KEY) ?? '{}') as Record<string, unknown>;
    return {
      only: only === null || typeof only === 'string' ? only : first,
      closed: Array.isArray(closed) ? closed.filter((id) => typeof id === 'string') : [],
    };
  } catch {
    return { only: first, closed: [] };
  }
}

export const saveOpenSections = (
  sections: OpenSections,
  storage: BrowserStorage = createBrowserStorage(),
): boolean => storage.save(KEY, JSON.stringify(sections));
