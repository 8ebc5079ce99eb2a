import type { SiteSetting } from '#contract/site-settings.ts';
import type { Versions } from './merge-lists.ts';
import { mergeValues } from './merge-values.ts';

/** Merges what two people made of a setting, like `mergeValues`. Half of a latitude and longitude is no place. */
export const mergeSetting = (name: SiteSetting, versions: Versions<unknown>) =>
  name === 'location' ? { value: versions.mine, isConflict: true } : mergeValues(versions);
