import { formatDateTimeWithZone } from '#shared/date-time.ts';
import { useSite } from './site-context.ts';

/** Renders a moment as "Fri, Nov 20, 9:05 am CST". */
export function Time({ at }: { at: string }) {
  return <time dateTime={at}>{formatDateTimeWithZone(at, useSite().timeZone)}</time>;
}
