import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API } from '#contract/paths.ts';
import { createMetrics } from '#server/process/metrics.ts';
import { runInProcess } from '#tests/support/server-in-process.ts';
import { sampleOf } from '#tests/support/metrics.ts';

const PORT = { METRICS_PORT: '0' };
/** Returns the address of the metrics that a server printed. */
const metricsUrl = (output: string) => /Metrics are at (http:\S+)/.exec(output)?.[1] ?? '';

test('counts requests by route, status, and cache, and sign-ins that fail', async () => {
  await using server = await runInProcess(PORT);
  const address = metricsUrl(server.output());
  const read = async () => (await fetch(address)).text();
  const before = await read();
  assert.equal(sampleOf(before, 'scalehouse_rejections_total{event="sign-in-failed"}'), 0);

  for (const path of ['/', '/', '/no-such-page', API.cashBids, '/favicon.ico', '/healthz']) {
    await (await fetch(server.url + path)).arrayBuffer();
  }
  await fetch(server.url + API.signIn, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'not the password' }),
  });
  const after = await read();
  const requests = (labels: string) => sampleOf(after, `scalehouse_requests_total{${labels}}`);
  assert.equal(requests('route="page",status="200",cached="no"'), 1);
  assert.equal(requests('route="page",status="200",cached="yes"'), 1);
  assert.equal(requests('route="page",status="404",cached="no"'), 1);
  assert.equal(requests('route="api",status="200",cached="no"'), 1);
  assert.equal(requests('route="api",status="401",cached="no"'), 1);
  assert.equal(requests('route="file",status="200",cached="yes"'), 1);
  assert.equal(requests('route="health",status="200",cached="no"'), 1);
  assert.equal(sampleOf(after, 'scalehouse_request_duration_seconds_count{route="page"}'), 2);
  assert.equal(sampleOf(after, 'scalehouse_rejections_total{event="sign-in-failed"}'), 1);
});

test('reports the state of the server', async () => {
  await using server = await runInProcess(PORT);
  const text = await (await fetch(metricsUrl(server.output()))).text();
  assert.equal(sampleOf(text, 'scalehouse_database_available'), 1);
  assert.equal(sampleOf(text, 'scalehouse_images_queued'), 0);
  assert.ok(Number(sampleOf(text, 'scalehouse_content_version')) > 0);
  assert.ok(Number(sampleOf(text, 'process_resident_memory_bytes')) > 0);
  assert.ok(Number(sampleOf(text, 'nodejs_eventloop_lag_p99_seconds')) >= 0);
  assert.equal(sampleOf(text, 'scalehouse_last_backup_timestamp_seconds'), undefined);
});

test('reports the time of the last backup when there is one', async () => {
  const at = '2026-11-20T08:30:00.000Z';
  const metrics = createMetrics({
    content: { snapshot: () => ({ version: 7 }), isAvailable: () => false },
    queuedImages: () => 3,
    documentBytes: () => 0,
    lastBackupAt: async () => at,
  });
  const text = await metrics.read();
  assert.equal(sampleOf(text, 'scalehouse_last_backup_timestamp_seconds'), Date.parse(at) / 1000);
  assert.equal(sampleOf(text, 'scalehouse_database_available'), 0);
  assert.equal(sampleOf(text, 'scalehouse_images_queued'), 3);
});

test('serves nothing else on that port, and no metrics on the port of the site', async () => {
  await using server = await runInProcess(PORT);
  const address = metricsUrl(server.output());
  assert.equal((await fetch(new URL('/', address))).status, 404);
  assert.equal((await fetch(address, { method: 'POST' })).status, 405);
  assert.equal((await fetch(`${server.url}/metrics`)).status, 404);
});
