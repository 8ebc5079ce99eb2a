import type { Included } from '#contract/saved.ts';
import type { BaseVersion } from '#server/platform/change.ts';

export type Based = { baseVersion?: BaseVersion | undefined };

/** Result of a save. `included`: the newest change of each person whose changes were merged. */
export type Saved<Content> = { content: Content; version: number; changed: boolean; included?: Included[] };
