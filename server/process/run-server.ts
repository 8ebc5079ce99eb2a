import { readConfig, type Config } from '#server/platform/settings/config.ts';
import { DatabaseUnavailableError } from '#server/platform/database/database.ts';
import { checkIntegrityLater } from '#server/platform/database/integrity-check.ts';
import { databaseFile } from '#server/platform/database/open-database.ts';
import { prepareDataDir } from '#server/platform/files/data-dir.ts';
import { checkPortIsFree, listen, METRICS_KEYS, serveMetrics } from '#server/http/listen.ts';
import { GENERATED_PASSWORD_DAYS } from '#server/domains/accounts/password.ts';
import { DomainError } from '#server/platform/errors.ts';
import type { Site } from '#contract/site.ts';
import { openSite, type Development } from './open-site.ts';
import { readSiteFile } from '#server/platform/settings/site-file.ts';
import { toStartError, StartError } from '#server/platform/start-error.ts';

/** Serves the site from its sources. `adapt` changes the site file. */
export type DevelopmentRun = { development: Development; adapt(site: Site): Site };

/** Delay of the first check of the database file, which would slow down the first requests. */
const INTEGRITY_CHECK_AFTER_MS = 10_000;

/** Starts the server. Returns undefined if that fails, after printing the reason. */
export async function runServer(...parameters: Parameters<typeof start>) {
  try {
    return await start(...parameters);
  } catch (error) {
    const text = startErrorText(error);
    const [, console] = parameters;
    console.error(text ? `Scalehouse can't start. ${text}` : error);
    return undefined;
  }
}

async function start(
  environment: NodeJS.ProcessEnv,
  console: Pick<Console, 'log' | 'error'>,
  run?: DevelopmentRun,
  { integrityCheckAfterMs = INTEGRITY_CHECK_AFTER_MS } = {},
): Promise<{ config: Config; close(): Promise<void> }> {
  const config = readConfig(environment);
  const site = readSiteFile(config.value?.siteFile ?? (environment['SITE_FILE'] || 'site.json'));
  if (!config.value || !site.value) throw toStartError([...config.issues, ...site.issues]);

  const { metrics: metricsAddress } = config.value;
  await checkPortIsFree(config.value);
  if (metricsAddress) await checkPortIsFree(metricsAddress, METRICS_KEYS);
  prepareDataDir(config.value.dataDir, (line) => console.log(line));
  await using cleanup = new AsyncDisposableStack();
  const { app, health, currentSite, firstAdmin, metrics, keepAssets, close } = await openSite({
    config: config.value,
    site: run ? run.adapt(site.value) : site.value,
    logger: { level: 'warn' },
    print: (line) => console.log(line),
    ...(run && { development: run.development }),
  });
  const printFirstAdmin = (where: string) => {
    if (!firstAdmin) return;
    const { username, password } = firstAdmin;
    console.log(
      `Sign in${where} with username ${username} and password ${password}. Write the password down. It won't be shown again. Change it within ${GENERATED_PASSWORD_DAYS} days.`,
    );
  };
  cleanup.defer(close);
  try {
    if (metrics && metricsAddress) {
      cleanup.use(await serveMetrics(metrics.respond, metricsAddress, console));
    }
    await keepAssets();
    const address = await listen((parameters) => app.listen(parameters), config.value);
    printFirstAdmin(` at ${address}/admin`);
    console.log(`${currentSite().name} is running${run ? ' in development' : ''} at ${address}`);
    const warning = tlsWarning(config.value, currentSite());
    if (warning) console.error(warning);
    const { databaseUrl, dataDir } = config.value;
    const file = databaseFile(dataDir);
    const onResult = (damage: string | undefined) => {
      health.setDamage(damage);
      if (damage === undefined) return;
      console.error(
        `The database file ${file} is damaged: ${damage}. Restore the newest backup: see docs/operating.md.`,
      );
    };
    if (!databaseUrl) cleanup.defer(checkIntegrityLater(file, onResult, { delayMs: integrityCheckAfterMs }));
    const opened = cleanup.move();
    return { config: config.value, close: () => opened.disposeAsync() };
  } catch (error) {
    // The administrator exists although the start fails, and the next start prints no password.
    printFirstAdmin('');
    throw error;
  }
}

/** Returns a warning if other machines can reach a site without TLS although its address has it. */
function tlsWarning({ host, trustProxy }: Config, { publicAddress }: Site): string | undefined {
  if (trustProxy.length > 0 || !publicAddress.startsWith('https:') || isLoopback(host)) return undefined;
  return (
    `Warning: TRUST_PROXY isn't set, but the website's address is ${publicAddress} and HOST is ${host}. ` +
    'Passwords sent to this server without HTTPS can be read on the way. ' +
    'Use a proxy with HTTPS, and set TRUST_PROXY to its address.'
  );
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.');

/** Returns the message of an expected error, or undefined for an internal error, which is printed with its stack. */
function startErrorText(error: unknown): string | undefined {
  if (error instanceof StartError) return error.message;
  if (error instanceof DomainError) return error.message;
  if (error instanceof DatabaseUnavailableError)
    return `Can't open the database: ${error.message.replace(/\.$/, '')}.`;
}
