import { ROLES, type Role } from '#contract/rights.ts';

/** What an administrator may do, and until when. */
export type Rights = {
  role: Role;
  /** Ids of the only locations that the administrator may change; null for all. */
  locations: string[] | null;
  disabledAt: string | null;
  endsAt: string | null;
};

export const OWNER: Rights = { role: 'owner', locations: null, disabledAt: null, endsAt: null };

/** Returns whether an account may be used. */
export const isInUse = ({ disabledAt, endsAt }: Pick<Rights, 'disabledAt' | 'endsAt'>, at: Date): boolean =>
  disabledAt === null && (endsAt === null || at.getTime() < Date.parse(endsAt));

type Stored = { role: string; locations: string | null };

/** Reads stored rights. Those that this release does not know allow no change. */
export const toRights = <Row extends Stored>(row: Row) => {
  const role = ROLES.find((each) => each === row.role);
  const locations = role ? toLocations(row.locations) : [];
  return { ...row, role: role ?? 'scale-house', locations } as Omit<Row, keyof Stored> &
    Pick<Rights, keyof Stored>;
};

/** Reads stored locations. Broken ones allow none. */
export function toLocations(json: string | null): string[] | null {
  if (json === null) return null;
  try {
    const ids: unknown = JSON.parse(json);
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export const toColumns = ({ role, locations, endsAt }: Omit<Rights, 'disabledAt'>) => ({
  role,
  locations: locations && JSON.stringify(locations),
  ends_at: endsAt,
});
