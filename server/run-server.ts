import { once } from 'node:events';
import { createServer } from 'node:net';
import { readConfig, type Config } from './platform/settings/config.ts';
import { DatabaseUnavailableError } from './platform/database/database.ts';
import { prepareDataDir } from './platform/files/data-dir.ts';
import { DomainError } from './platform/errors.ts';
import { openSite } from './open-site.ts';
import { readSiteFile } from './platform/settings/site-file.ts';
import { toStartError, StartError } from './platform/start-error.ts';

/** Starts the server. Returns undefined if that fails, after printing the reason. */
export async function runServer(
  environment: NodeJS.ProcessEnv,
  console: Pick<Console, 'log' | 'error'>,
): Promise<{ close(): Promise<void> } | undefined> {
  try {
    return await start(environment, console);
  } catch (error) {
    const text = startErrorText(error);
    console.error(text ? `Scalehouse can't start. ${text}` : error);
  }
}

async function start(environment: NodeJS.ProcessEnv, console: Pick<Console, 'log'>) {
  const config = readConfig(environment);
  const site = readSiteFile(config.value?.siteFile ?? (environment['SITE_FILE'] || 'site.json'));
  if (!config.value || !site.value) throw toStartError([...config.issues, ...site.issues]);

  await checkPortIsFree(config.value);
  prepareDataDir(config.value.dataDir);
  const { app, firstAdmin, close } = await openSite({
    config: config.value,
    site: site.value,
    logger: { level: 'warn' },
  });
  const printFirstAdmin = (where: string) => {
    if (!firstAdmin) return;
    const { username, password } = firstAdmin;
    console.log(
      `Sign in${where} with username ${username} and password ${password}. Write the password down. It won't be shown again.`,
    );
  };
  try {
    const address = await listen((parameters) => app.listen(parameters), config.value);
    printFirstAdmin(` at ${address}/admin`);
    console.log(`${site.value.name} is running at ${address}`);
    return { close };
  } catch (error) {
    // The administrator exists although the start fails, and the next start prints no password.
    printFirstAdmin('');
    await close();
    throw error;
  }
}

/** Throws StartError if the port is taken. Runs before the database is created or migrated. */
async function checkPortIsFree(config: Config): Promise<void> {
  const probe = createServer();
  await listen((address) => once(probe.listen(address), 'listening'), config);
  probe.close();
  await once(probe, 'close');
}

async function listen<Result>(
  begin: (address: { host: string; port: number }) => Promise<Result>,
  { host, port }: Config,
): Promise<Result> {
  try {
    return await begin({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new StartError(
        `PORT: ${port} on ${host} is already in use. Stop the other program, or set PORT to another number.`,
      );
    throw new StartError(`HOST, PORT: can't listen on ${host}:${port} (${code}). Check both settings.`);
  }
}

/** Returns the message of an expected error, or undefined for an internal error, which is printed with its stack. */
function startErrorText(error: unknown): string | undefined {
  if (error instanceof StartError) return error.message;
  if (error instanceof DomainError) return error.message;
  if (error instanceof DatabaseUnavailableError)
    return `Can't open the database: ${error.message.replace(/\.$/, '')}.`;
}
