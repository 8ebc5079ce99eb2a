import { appendFileSync, existsSync, readdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

/**
 * Appends a line about a command to `commands.log` in the data folder, because a terminal keeps none. It has the format
 * of the server's log. Adds nothing to an empty folder, which is not a site's. Returns why it could not, such as EROFS: a
 * command that has done its work does not fail because of its log.
 */
export function logCommand(
  dataDir: string,
  { command, options, words }: { command: string; options: readonly string[]; words?: readonly string[] },
): string | undefined {
  const line = JSON.stringify({
    level: 30,
    time: Date.now(),
    pid: process.pid,
    event: 'command',
    account: userInfo().username,
    command,
    options,
    // A failed command may have been given anything, even a password. Log only what was found to be valid.
    ...(words ? { outcome: 'done', words } : { outcome: 'failed' }),
  });
  try {
    if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
      appendFileSync(join(dataDir, 'commands.log'), `${line}\n`, { mode: 0o600 });
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}
