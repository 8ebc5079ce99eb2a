import { useSyncExternalStore } from 'react';
import type { Site } from '#contract/site.ts';
import type { Part } from '#shared/site-parts.ts';
import { useSite } from '#app/ui/site-context.ts';

type Switches = Pick<Site, 'parts'> & { pioneer: Pick<Site['pioneer'], 'shown'> };

const PARTS_FIELD = { section: 'website-settings', heading: 'Website Settings', field: 'Pages and parts' };
const PIONEER_FIELD = { section: 'seed-brands', heading: 'Seed Brands', field: 'Pioneer page' };

/** Part of the website that a section edits. */
const PART_OF: Readonly<Partial<Record<string, Part>>> = {
  fertilizer: 'fertilizer',
  'other-fertilizer': 'fertilizer',
  fuel: 'fuel',
  'image-uploading': 'gallery',
};

/** Settings as the editor has last loaded or saved them. */
let known: Partial<Switches> = {};
const now = () => known;
const listeners = new Set<() => void>();

export function setSwitches(more: Partial<Switches>): void {
  known = { ...known, ...more };
  for (const onChange of listeners) onChange();
}

/** Returns the field that switches on what a section edits, if visitors do not see it. */
export function useSwitchedOff(section: string): typeof PARTS_FIELD | undefined {
  const { parts, pioneer }: Switches = { ...useSite(), ...useSyncExternalStore(subscribe, now, now) };
  if (section === 'pioneer-items') return pioneer.shown ? undefined : PIONEER_FIELD;
  const part = PART_OF[section];
  return part && !parts[part] ? PARTS_FIELD : undefined;
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => void listeners.delete(onChange);
}
