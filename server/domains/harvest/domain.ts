import { HARVEST_LABELS, HARVEST_STATUS_LABELS, type HarvestStatus } from '#contract/harvest.ts';
import { textOf, type HistoryContext, type ItemHistory } from '#server/records/history.ts';
import { formatDateTime } from '#shared/date-time.ts';
import { addHarvestEditingRoutes, addHarvestRoutes } from './harvest-routes.ts';
import { CHANGED } from './harvest-rows.ts';
import { createHarvestService, HARVEST_SUBJECT, harvestList } from './harvest.ts';

const moment = (iso: string, { site }: HistoryContext) => (iso ? formatDateTime(iso, site.timeZone) : '');
const until = (end: string, context: HistoryContext) => (end === CHANGED ? 'changed' : moment(end, context));

export const harvest = {
  ...harvestList,
  createService: createHarvestService,
  addRoutes: addHarvestRoutes,
  addEditingRoutes: addHarvestEditingRoutes,
  history: [
    {
      subject: HARVEST_SUBJECT,
      kind: 'harvest',
      names: { [HARVEST_SUBJECT]: 'Harvest board' },
      nameOf: ({ location, commodity }) => [location, commodity].map(textOf).filter(Boolean).join(', '),
      rows: ({ harvest: list }) => list.list(),
      mentions: ({ locationId }) => [{ kind: 'location', id: locationId }],
      fields: {
        labels: HARVEST_LABELS,
        formats: {
          status: (status: HarvestStatus | '') => status && HARVEST_STATUS_LABELS[status],
          closes: moment,
          until,
          wait: (wait: string) => wait && `${wait} min`,
          waitUntil: until,
        },
      },
      restore: harvestList.undo,
    },
  ] satisfies ItemHistory<Parameters<typeof harvestList.undo>[0]>[],
};
