import { Type, type Static } from 'typebox';
import { DRAFT_SAVES_MAX, SaveRequest } from './drafts.ts';
import { Moment, OrNull } from './schemas.ts';

/** Our choices: changes that wait or have stopped, and how far ahead one can be. */
export const SCHEDULED_MAX = 1000;
export const SCHEDULE_YEARS_MAX = 2;

const LocalTime = (what: string) =>
  Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$',
    description: `${what} in the cooperative's time zone, such as 2026-11-27T07:00`,
  });

const Times = {
  at: LocalTime('a minute'),
  until: Type.Optional(OrNull(LocalTime('a later minute'), 'when the values from before come back')),
};

/** When a change is published. For one that ends next, `at` is its end. */
export type ScheduleTimes = Static<typeof ScheduleTimes>;
export const ScheduleTimes = Type.Object(Times, { additionalProperties: false });

/** Saves to publish together: all of them, or none. */
export type ScheduleRequest = Static<typeof ScheduleRequest>;
export const ScheduleRequest = Type.Object(
  { ...Times, saves: Type.Array(SaveRequest, { minItems: 1, maxItems: DRAFT_SAVES_MAX }) },
  { additionalProperties: false },
);

export type ScheduledChange = Static<typeof ScheduledChange>;
export const ScheduledChange = Type.Object({
  id: Type.String(),
  title: Type.String({ description: 'What changes, such as Announcement message.' }),
  subjects: Type.Array(Type.String(), { description: 'What changes, as item IDs of the history name it.' }),
  at: Moment('When it is published, or ends.'),
  until: OrNull(Moment(), 'Null if it stays.'),
  isEnd: Type.Boolean({ description: 'Whether it is published, and the values from before come back next.' }),
  isTakeDown: Type.Boolean({ description: 'Whether all it does is to take the announcement down.' }),
  author: Type.String(),
  createdAt: Moment(),
  state: Type.Enum(['waiting', 'stopped'], {
    description: 'A stopped change stays unpublished until someone decides.',
  }),
  reason: OrNull(Type.String(), 'Why it has stopped, in plain English.'),
  mayChange: Type.Boolean({ description: 'Whether you may reschedule it, cancel it, or decide about it.' }),
});

/** Changes that wait or have stopped: stopped ones first, then by time. */
export type Schedule = Static<typeof Schedule>;
export const Schedule = Type.Array(ScheduledChange);

/** What to do with a stopped change: publish it on top of what is there now, or keep that and forget the change. */
export type ScheduleDecision = Static<typeof ScheduleDecision>;
export const ScheduleDecision = Type.Object(
  { decision: Type.Enum(['publish', 'keep'], { description: 'publish or keep' }) },
  { additionalProperties: false },
);
