import { RESTORE_SUBJECT } from '#server/records/change-log/change-log-store.ts';
import { HISTORY_SUBJECT, type Checkpoint } from '#server/records/change-log/subject-changes.ts';
import { textOf, type ItemHistory } from '#server/records/history.ts';
import { calendarDay, formatDate } from '#shared/date-time.ts';

/** Changes that concern all content. */
export const siteHistory: readonly ItemHistory[] = [
  {
    subject: RESTORE_SUBJECT,
    kind: 'site',
    names: { [RESTORE_SUBJECT]: 'Whole website' },
    show: ({ backup }: { backup: unknown }) => ({ type: 'text', text: textOf(backup) }),
    whyNot: () => 'A backup was restored. Only restoring another backup undoes it.',
  },
  {
    subject: HISTORY_SUBJECT,
    kind: 'site',
    names: { [HISTORY_SUBJECT]: 'History' },
    actionOf: () => 'deleted',
    show: ({ at }: Checkpoint, { context }) => ({
      type: 'text',
      text: `Changes through ${formatDate(calendarDay(new Date(at), context.site.timeZone))}`,
    }),
    whyNot: () => "Changes that were deleted from the history can't be restored.",
  },
];
