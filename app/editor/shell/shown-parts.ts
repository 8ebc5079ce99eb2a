import { useSyncExternalStore } from 'react';
import type { Part, Parts } from '#shared/site-parts.ts';
import { useSite } from '#app/ui/site-context.ts';

/** Place in the editor that switches on what a section edits. */
export type Switch = { section: string; heading: string; field: string };

const PARTS_SWITCH: Switch = {
  section: 'website-settings',
  heading: 'Website Settings',
  field: 'Pages and parts',
};
const PIONEER_SWITCH: Switch = { section: 'seed-brands', heading: 'Seed Brands', field: 'Pioneer page' };

/** Part whose content a section edits, by the id of the section. */
const PART_OF_SECTION: ReadonlyMap<string, Part> = new Map([
  ['fertilizer', 'fertilizer'],
  ['other-fertilizer', 'fertilizer'],
  ['fuel', 'fuel'],
  ['image-uploading', 'gallery'],
]);

const PIONEER_SECTION = 'pioneer-items';

/** What is shown as the editor has last loaded or saved it. */
let known: { parts?: Parts; isPioneerShown?: boolean } = {};
const listeners = new Set<() => void>();

function learn(more: typeof known): void {
  known = { ...known, ...more };
  for (const onChange of listeners) onChange();
}

export const setParts = (parts: Parts): void => learn({ parts });
export const setPioneerShown = (isPioneerShown: boolean): void => learn({ isPioneerShown });

/** Returns where to switch on what a section edits, if visitors do not see it. */
export function useSwitchedOff(section: string): Switch | undefined {
  const site = useSite();
  const now = useSyncExternalStore(
    subscribe,
    () => known,
    () => known,
  );
  const { parts = site.parts, isPioneerShown = site.pioneer.shown } = now;
  if (section === PIONEER_SECTION) return isPioneerShown ? undefined : PIONEER_SWITCH;
  const part = PART_OF_SECTION.get(section);
  return part !== undefined && !parts[part] ? PARTS_SWITCH : undefined;
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => void listeners.delete(onChange);
}
