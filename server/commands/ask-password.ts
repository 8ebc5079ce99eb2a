import { isUtf8 } from 'node:buffer';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { PASSWORD_RULE } from '#contract/account-limits.ts';
import { siteNames } from '#server/domains/accounts/account-rules.ts';
import { GENERATED_PASSWORD_DAYS, generatePassword } from '#server/domains/accounts/password.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Config } from '#server/platform/settings/config.ts';
import { readSiteFile } from '#server/platform/settings/site-file.ts';
import { CommandError, type CommandArguments, type CommandIo } from './command.ts';
import { readCurrentSite } from './site-commands.ts';

const INPUT_BYTES_MAX = 10_000;

/**
 * Returns the new password: a random one with `generate`, to be printed with `show`; on a terminal, the input of two
 * prompts without echo; otherwise a line of standard input.
 */
export async function askPassword(
  { io, print }: Pick<CommandArguments, 'io' | 'print'>,
  { generate }: { generate: boolean },
): Promise<{ password: string; isGenerated: boolean; show(): void }> {
  if (generate) {
    const password = generatePassword();
    const show = () => {
      print(`Password: ${password} (it won't be shown again)`);
      print(
        `It stops working after ${GENERATED_PASSWORD_DAYS} days. Before that, change it in the editor under Your Account.`,
      );
    };
    return { password, isGenerated: true, show };
  }
  const password = io.stdin.isTTY ? await promptTwice(io) : await readLine(io);
  return { password, isGenerated: false, show: () => undefined };
}

/** Returns the cooperative's names. Without a valid site file, returns none: passwords can be set all the same. */
export async function forbiddenNames({ siteFile }: Config, database: Database): Promise<string[]> {
  const { value } = readSiteFile(siteFile);
  return value ? siteNames(await readCurrentSite(database, value)) : [];
}

async function promptTwice({ stdin, stderr }: CommandIo): Promise<string> {
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() });
  // Turn the echo off, and enable line editing, before the first prompt is visible.
  const terminal = createInterface({ input: stdin, output: discard, terminal: true, historySize: 0 });
  const closed = new AbortController();
  terminal.once('close', () => closed.abort());
  async function ask(question: string): Promise<string> {
    stderr.write(question);
    try {
      return await terminal.question('', { signal: closed.signal });
    } catch {
      throw new CommandError('Canceled. Nothing was changed.');
    } finally {
      stderr.write('\n');
    }
  }
  try {
    const password = await ask('New password: ');
    if ((await ask('Type it again: ')) !== password) {
      throw new CommandError("The passwords don't match, so nothing was changed. Run the command again.");
    }
    return password;
  } finally {
    terminal.close();
  }
}

async function readLine({ stdin }: CommandIo): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > INPUT_BYTES_MAX)
      throw new CommandError(`The password from standard input is too long. Use ${PASSWORD_RULE}.`);
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (!isUtf8(bytes))
    throw new CommandError("The password from standard input isn't valid UTF-8. Send it as UTF-8.");
  // Unlike `toString`, leaves a byte order mark out.
  const line = new TextDecoder().decode(bytes).replace(/\r?\n$/, '');
  if (line === '') throw new CommandError('No password on standard input. Pipe one in, or use --generate.');
  if (/[\r\n]/.test(line))
    throw new CommandError('Standard input has more than one line. Send only the password.');
  return line;
}
