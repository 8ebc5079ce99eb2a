import { RESTORE_SUBJECT } from '#server/platform/change-log/change-log-store.ts';
import { HISTORY_SUBJECT, type Checkpoint } from '#server/platform/change-log/checkpoint.ts';
import { asText, both, type ItemHistory, type Row } from '#server/records/history.ts';
import { calendarDay, formatDate } from '#shared/date-time.ts';

/** Changes that concern all content. */
export const siteHistory: readonly ItemHistory[] = [
  {
    subject: RESTORE_SUBJECT,
    kind: 'site',
    names: () => ({ [RESTORE_SUBJECT]: 'Whole website' }),
    present: both((value, context) => asText()((value as Row)['backup'], context)),
    whyNot: () => 'A backup was restored. Only restoring another backup undoes it.',
  },
  {
    subject: HISTORY_SUBJECT,
    kind: 'site',
    names: () => ({ [HISTORY_SUBJECT]: 'History' }),
    actionOf: () => 'deleted',
    present: both((value, context) => {
      const day = calendarDay(new Date((value as Checkpoint).at), context.site.timeZone);
      return asText()(`Changes through ${formatDate(day)}`, context);
    }),
    whyNot: () => "Changes that were deleted from the history can't be restored.",
  },
];
