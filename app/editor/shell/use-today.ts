import { useEffect, useState } from 'react';
import { calendarDay } from '#shared/date-time.ts';

const CHECK_EVERY_MS = 60_000;

/** Returns the calendar day, also in an editor that stays open overnight. */
export function useToday(timeZone: string): string {
  const [today, setToday] = useState(() => calendarDay(new Date(), timeZone));
  useEffect(() => {
    const timer = setInterval(() => setToday(calendarDay(new Date(), timeZone)), CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }, [timeZone]);
  return today;
}
