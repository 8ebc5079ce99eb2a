import { startTransition, useCallback, useEffect, useMemo, useState } from 'react';
import type { LastSaves } from '#contract/last-saves.ts';
import { API } from '#contract/paths.ts';
import type { Schedule } from '#contract/schedule.ts';
import { call } from './admin-api.ts';

const NONE: Schedule = [];

/** Loads what is scheduled, again after each save. It stays as it is if that fails. */
export function useSchedule(lastSaves: LastSaves | undefined) {
  const [scheduled, setScheduled] = useState(NONE);
  const refreshSchedule = useCallback(async () => {
    const result = await call<Schedule>(API.schedule);
    if (result.outcome === 'done') startTransition(() => setScheduled(result.body));
  }, []);
  useEffect(() => {
    if (lastSaves) void refreshSchedule();
  }, [lastSaves, refreshSchedule]);
  return useMemo(() => ({ scheduled, refreshSchedule }), [scheduled, refreshSchedule]);
}
