import { useSyncExternalStore } from 'react';
import type { Site } from '#contract/site.ts';
import type { Part } from '#shared/site-parts.ts';
import { useSite } from '#app/ui/site-context.ts';

type Switches = Pick<Site, 'parts'> & { pioneer: Pick<Site['pioneer'], 'shown'> };

/** Place in the editor that switches on what a section edits. */
type Switch = { section: string; heading: string; field: string; isOff: (site: Switches) => boolean };

const partSwitch = (part: Part): Switch => ({
  section: 'website-settings',
  heading: 'Website Settings',
  field: 'Pages and parts',
  isOff: ({ parts }) => !parts[part],
});

/** Switches by the id of the section. */
const SWITCHES: ReadonlyMap<string, Switch> = new Map([
  ['fertilizer', partSwitch('fertilizer')],
  ['other-fertilizer', partSwitch('fertilizer')],
  ['fuel', partSwitch('fuel')],
  ['image-uploading', partSwitch('gallery')],
  [
    'pioneer-items',
    {
      section: 'seed-brands',
      heading: 'Seed Brands',
      field: 'Pioneer page',
      isOff: ({ pioneer }) => !pioneer.shown,
    },
  ],
]);

/** Settings as the editor has last loaded or saved them. */
let known: Partial<Switches> = {};
const now = () => known;
const listeners = new Set<() => void>();

export function setSwitches(more: Partial<Switches>): void {
  known = { ...known, ...more };
  for (const onChange of listeners) onChange();
}

/** Returns where to switch on what a section edits, if visitors do not see it. */
export function useSwitchedOff(section: string): Switch | undefined {
  const site = { ...useSite(), ...useSyncExternalStore(subscribe, now, now) };
  const found = SWITCHES.get(section);
  return found?.isOff(site) ? found : undefined;
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => void listeners.delete(onChange);
}
