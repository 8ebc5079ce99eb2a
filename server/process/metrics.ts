import type { IncomingMessage, ServerResponse } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import packageFile from '#package' with { type: 'json' };
import { DOCUMENT_FILES, IMAGE_FILES } from '#contract/paths.ts';
import type { SecurityEvent } from '#server/http/security-log.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** Status of a request whose client closed the connection before a response. */
const CLIENT_CLOSED = 499;
const DURATIONS_S = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Present from the start, so that the first one is an increase. */
const EXPECTED_REJECTIONS = ['sign-in-failed', 'sign-in-refused', 'too-many-requests'] as const;

/** Creates the metrics of one server. Import this module only if they are read: it loads `@prometheus-io/client`. */
export function createMetrics({
  content,
  queuedImages,
  documentBytes,
  lastBackupAt = async () => null,
}: {
  content: { snapshot(): { version: number }; isAvailable(): boolean };
  queuedImages: () => number;
  documentBytes: () => number;
  /** Returns the time of the last good backup in ISO 8601, or null if there is none. */
  lastBackupAt?: () => Promise<string | null>;
}) {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });

  const gauge = (name: string, help: string, read: () => number | undefined | Promise<number | undefined>) =>
    void new Gauge({
      name: `scalehouse_${name}`,
      help,
      registers,
      async collect() {
        const value = await read();
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  gauge('content_version', 'Number of the newest change shown.', () => content.snapshot().version);
  gauge('database_available', '1 if the last access to the database succeeded, else 0.', () =>
    Number(content.isAvailable()),
  );
  gauge('images_queued', 'Images being saved or waiting.', queuedImages);
  gauge('documents_bytes', 'Size of the documents on the website.', documentBytes);
  gauge('last_backup_timestamp_seconds', 'Time of the last good backup.', async () => {
    // Without the database, the other metrics still matter.
    const at = await lastBackupAt().catch(() => null);
    return at === null ? undefined : Date.parse(at) / 1000;
  });
  new Gauge({
    name: 'scalehouse_build_info',
    help: 'Version of the site.',
    labelNames: ['version'],
    registers,
  }).set({ version: packageFile.version }, 1);

  const rejections = new Counter({
    name: 'scalehouse_rejections_total',
    help: 'Rejected requests in the security log.',
    labelNames: ['event'],
    registers,
  });
  for (const event of EXPECTED_REJECTIONS) rejections.inc({ event }, 0);

  const requests = new Counter({
    name: 'scalehouse_requests_total',
    help: 'Requests by kind of route, status, and whether the response was cached.',
    labelNames: ['route', 'status', 'cached'],
    registers,
  });
  const durations = new Histogram({
    name: 'scalehouse_request_duration_seconds',
    help: 'Time until the response was sent, for requests without a cached response.',
    labelNames: ['route'],
    buckets: DURATIONS_S,
    registers,
  });

  const read = async () => register.metrics();

  return {
    onCached({ url = '' }: IncomingMessage, { statusCode }: ServerResponse) {
      requests.inc({ route: routeOf(url), status: statusCode, cached: 'yes' });
    },

    onUncached({ url = '' }: IncomingMessage, response: ServerResponse) {
      const route = routeOf(url);
      const end = durations.startTimer({ route });
      response.once('close', () => {
        end();
        const status = response.headersSent ? response.statusCode : CLIENT_CLOSED;
        requests.inc({ route, status, cached: 'no' });
      });
    },

    countRejection: (event: SecurityEvent) => rejections.inc({ event }),
    /** Returns all metrics in Prometheus text format. */
    read,
    /** Responds to a request on the port of the metrics. */
    respond({ method, url }: IncomingMessage, response: ServerResponse): void {
      if (url !== '/metrics') response.writeHead(404).end();
      else if (method !== 'GET') response.writeHead(405, { allow: 'GET' }).end();
      else {
        void read().then(
          (text) => response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
          () => response.writeHead(500).end(),
        );
      }
    },
  };
}

function routeOf(url: string) {
  if (url.startsWith('/api/')) return 'api';
  if (url.startsWith('/assets/')) return 'file';
  if (url.startsWith(`${IMAGE_FILES}/`)) return 'image';
  if (url.startsWith(`${DOCUMENT_FILES}/`)) return 'document';
  if (url.startsWith('/media/')) return 'media';
  if (url === '/healthz' || url === '/readyz') return 'health';
  return FILE.test(url) ? 'file' : 'page';
}

/** Files in `public/`, but not `/cash-bids.html`. */
const FILE = /^[^?]*\.(?!html)\w+(?:$|\?)/;
