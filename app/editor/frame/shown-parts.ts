import { useSyncExternalStore } from 'react';
import type { Part, Parts } from '#shared/site-parts.ts';
import { useSite } from '#app/ui/site-context.ts';

/** Part whose content a section edits, by the id of the section. */
const PART_OF_SECTION: ReadonlyMap<string, Part> = new Map([
  ['fertilizer', 'fertilizer'],
  ['other-fertilizer', 'fertilizer'],
  ['fuel', 'fuel'],
  ['image-uploading', 'gallery'],
]);

/** Parts as the editor has last loaded or saved them; undefined before that. */
let known: Parts | undefined;
const listeners = new Set<() => void>();

export function setParts(parts: Parts): void {
  known = parts;
  for (const onChange of listeners) onChange();
}

/** Returns true if visitors do not see what a section edits. */
export function useIsSwitchedOff(section: string): boolean {
  const { parts: ofPage } = useSite();
  const parts = useSyncExternalStore(
    subscribe,
    () => known ?? ofPage,
    () => ofPage,
  );
  const part = PART_OF_SECTION.get(section);
  return part !== undefined && !parts[part];
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => void listeners.delete(onChange);
}
