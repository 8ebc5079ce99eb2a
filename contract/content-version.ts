import { CONTENT_EPOCH_HEADER, CONTENT_VERSION_HEADER } from './paths.ts';

/** Text such as 1234-0a1b2c3d, the id of the newest change that some content has. Only the server knows its history. */
export type VersionId = string;

export const versionId = ({ version, epoch }: { version: number; epoch: string }): VersionId =>
  epoch === '' ? String(version) : `${version}-${epoch}`;

/** Returns the number of the newest change in a version. Numbers can be compared only within one history. */
export const numberOf = (id: VersionId): number => Number(id.split('-', 1)[0]);

/** Returns whether a change is newer than a version. */
export const isNewer = (change: number, id: VersionId): boolean => change > numberOf(id);

/** Returns the version of a response. `stated` is the one in its body, for servers that send no epoch. */
export function versionIn(headers: Headers, stated?: unknown): VersionId {
  const version = Number(headers.get(CONTENT_VERSION_HEADER));
  const epoch = headers.get(CONTENT_EPOCH_HEADER) ?? '';
  return versionId({ version: epoch === '' && typeof stated === 'number' ? stated : version, epoch });
}

/** Returns the headers of a save that is based on a version. */
export function headersOfBase(id: VersionId): Record<string, string> {
  const [version = '', epoch] = id.split('-');
  return { [CONTENT_VERSION_HEADER]: version, ...(epoch !== undefined && { [CONTENT_EPOCH_HEADER]: epoch }) };
}
