import { versionIn, type VersionId } from '#contract/content-version.ts';
import { CONTENT_VERSION_HEADER, SITE_REVISION_HEADER } from '#contract/paths.ts';

export type VersionedValue<Value> = { value: Value; version: VersionId };

/** Type guard for response bodies. A captive portal can return any body. */
type IsValue<Value> = (body: unknown) => body is Value;

export type PublicApi = ReturnType<typeof createPublicApi>;

/** Revision of the site that the page shows, and a function that is called when a response has another one. */
type ShownSite = { siteRevision: string; onOtherSite: () => void };

/** Creates the client for read endpoints. Calls reject on network errors, error statuses and unexpected bodies. */
export function createPublicApi(firstVersion: VersionId, shown?: ShownSite) {
  let known = firstVersion;

  async function call<Value>(path: string, isValue: IsValue<Value>, init?: RequestInit) {
    const response = await fetch(path, init);
    if (!response.ok) throw new Error(`${path} responded with ${response.status}.`);
    const value: unknown = await response.json();
    if (!isValue(value)) throw new Error(`${path} returned an unexpected body.`);
    const { headers } = response;
    const version = headers.has(CONTENT_VERSION_HEADER) ? versionIn(headers) : firstVersion;
    known = version;
    const revision = headers.get(SITE_REVISION_HEADER);
    if (shown && revision !== null && revision !== shown.siteRevision) shown.onOtherSite();
    return { value, version } satisfies VersionedValue<Value>;
  }

  return {
    /** Returns the content version of the last response. */
    knownVersion: () => known,
    noteVersion: (version: VersionId) => void (known = version),

    get: <Value>(path: string, isValue: IsValue<Value>) => call(path, isValue),

    /** Sends a read request by POST, because its parameters are too long for a URL. */
    post: <Value>(path: string, parameters: unknown, isValue: IsValue<Value>) =>
      call(path, isValue, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(parameters),
      }),
  };
}
