import { createBrowserStorage, type BrowserStorage } from './browser-storage.ts';
import { logWarning, type Log } from './log.ts';

export type Coordinates = { lat: number; lon: number };

/** Four decimals are about 11 meters, precise enough for weather. No finer position leaves the browser. */
const COORDINATE_DECIMALS = 4;

const LOCATION_OPTIONS = { enableHighAccuracy: false, timeout: 10_000, maximumAge: 600_000 } as const; // milliseconds

type LocationNavigator = {
  geolocation: Pick<Geolocation, 'getCurrentPosition'>;
  permissions?: { query(descriptor: { name: 'geolocation' }): Promise<Pick<PermissionStatus, 'state'>> };
};

type LocationDependencies = { navigator?: LocationNavigator; storage?: BrowserStorage; log?: Log };

export function roundCoordinate(degrees: number): number {
  const scale = 10 ** COORDINATE_DECIMALS;
  return Math.round(degrees * scale) / scale;
}

export function readStoredCoordinates(storage: BrowserStorage): Coordinates | undefined {
  const lat = storage.find('lat')?.trim();
  const lon = storage.find('lon')?.trim();
  // Number('') is 0, so empty text would pass for coordinates in the Gulf of Guinea.
  return lat && lon ? toCoordinates(Number(lat), Number(lon)) : undefined;
}

export function storeCoordinates({ lat, lon }: Coordinates, storage: BrowserStorage): void {
  // Remove both first: if one write fails, the new value must not be paired with an old one.
  storage.remove('lat');
  storage.remove('lon');
  storage.save('lat', String(roundCoordinate(lat)));
  storage.save('lon', String(roundCoordinate(lon)));
}

/** Requests and stores the position. May open the permission prompt, so call it on a button press or if permitted. */
export async function requestCoordinates({
  navigator = globalThis.navigator,
  storage = createBrowserStorage(),
  log = logWarning,
}: LocationDependencies = {}): Promise<Coordinates | undefined> {
  try {
    const { coords } = await new Promise<GeolocationPosition>((resolve, reject) => {
      navigator.geolocation.getCurrentPosition(resolve, reject, LOCATION_OPTIONS);
    });
    const coordinates = { lat: roundCoordinate(coords.latitude), lon: roundCoordinate(coords.longitude) };
    storeCoordinates(coordinates, storage);
    return coordinates;
  } catch (reason) {
    log('Could not get the position; the weather location is unchanged.', reason);
    return undefined;
  }
}

/** Reports stored coordinates synchronously, then the current position if already permitted. Never prompts. */
export function watchCoordinates({
  onCoordinates,
  navigator = globalThis.navigator,
  storage = createBrowserStorage(),
  log = logWarning,
}: LocationDependencies & { onCoordinates: (coordinates: Coordinates) => void }): () => void {
  const stored = readStoredCoordinates(storage);
  if (stored) onCoordinates(stored);

  let stopped = false;
  const watch = async () => {
    if (!(await isAllowed(navigator.permissions, log)) || stopped) return;
    const coordinates = await requestCoordinates({ navigator, storage, log });
    if (coordinates !== undefined && !stopped) onCoordinates(coordinates);
  };
  void watch();
  return () => {
    stopped = true;
  };
}

async function isAllowed(permissions: LocationNavigator['permissions'], log: Log): Promise<boolean> {
  try {
    return (await permissions?.query({ name: 'geolocation' }))?.state === 'granted';
  } catch (reason) {
    log('Could not query the geolocation permission; assuming it is not granted.', reason);
    return false;
  }
}

function toCoordinates(lat: number, lon: number): Coordinates | undefined {
  const isValid = Math.abs(lat) <= 90 && Math.abs(lon) <= 180; // false for NaN too
  return isValid ? { lat: roundCoordinate(lat), lon: roundCoordinate(lon) } : undefined;
}
