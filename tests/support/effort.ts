/** Repetitions: few in `npm test`, for faults that always occur; more in the long run, for rare ones. */
const EFFORTS = {
  everyday: {
    kills: 1,
    fileFaults: 3,
    mutations: 24,
    propertyRuns: 100,
    widths: 'few',
    cluster: { servers: 3, changes: 5, databaseKills: 1, serverKills: 2 },
    schedule: { changes: 50, kills: 1 },
  },
  short: {
    kills: 4,
    fileFaults: 8,
    mutations: 150,
    propertyRuns: 1_000,
    widths: 'all',
    cluster: { servers: 3, changes: 20, databaseKills: 2, serverKills: 4 },
    schedule: { changes: 200, kills: 3 },
  },
  full: {
    kills: 50,
    fileFaults: 30,
    mutations: 1_000,
    propertyRuns: 5_000,
    widths: 'all',
    cluster: { servers: 8, changes: 500, databaseKills: 20, serverKills: 200 },
    schedule: { changes: 10_000, kills: 50 },
  },
} as const;

export type Effort = keyof typeof EFFORTS;

export const EFFORT_VARIABLE = 'SCALEHOUSE_TEST_EFFORT';

const isEffort = (name: string | undefined): name is Effort => name !== undefined && name in EFFORTS;
const named = process.env[EFFORT_VARIABLE];

export const EFFORT = EFFORTS[isEffort(named) ? named : 'everyday'];

export const IS_LONG_RUN = EFFORT !== EFFORTS.everyday;
