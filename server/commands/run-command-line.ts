import { Console } from 'node:console';
import { parseArgs } from 'node:util';
import { BackupError } from '#server/backup/backup-error.ts';
import { readConfig } from '#server/platform/settings/config.ts';
import { DatabaseUnavailableError } from '#server/platform/database/database.ts';
import { DomainError, UnavailableError } from '#server/platform/errors.ts';
import { toStartError, StartError } from '#server/platform/start-error.ts';
import { backupCommand, restoreCommand } from './backup-commands.ts';
import { checkCommand } from './check-command.ts';
import { CommandError, UsageError, type Command, type CommandArguments, type CommandIo } from './command.ts';
import {
  createAdminCommand,
  endSessionsCommand,
  listSessionsCommand,
  removeAdminCommand,
  resetFactorsCommand,
  resetPasswordCommand,
} from './account-commands.ts';
import { logCommand } from './log-command.ts';
import { exportSiteCommand, importSiteCommand, removeDemoContentCommand } from './site-commands.ts';
import {
  changeAdminCommand,
  inviteAdminCommand,
  listAdminsCommand,
  passwordLinkCommand,
} from './people-commands.ts';
import { sweepFilesCommand } from './sweep-files-command.ts';

const COMMANDS = new Map<string, Command>([
  ['create-admin', createAdminCommand],
  ['reset-password', resetPasswordCommand],
  ['reset-factors', resetFactorsCommand],
  ['invite-admin', inviteAdminCommand],
  ['password-link', passwordLinkCommand],
  ['change-admin', changeAdminCommand],
  ['remove-admin', removeAdminCommand],
  ['list-admins', listAdminsCommand],
  ['list-sessions', listSessionsCommand],
  ['end-sessions', endSessionsCommand],
  ['remove-demo-content', removeDemoContentCommand],
  ['export-site', exportSiteCommand],
  ['import-site', importSiteCommand],
  ['sweep-files', sweepFilesCommand],
  ['check', checkCommand],
  ['backup', backupCommand],
  ['restore', restoreCommand],
]);

const SEE_HELP = 'For a list, run: npm run admin -- help';

/** Runs a command and returns its exit code. Prints one line when it fails. `callOf` returns what one types before its words. */
export async function runCommandLine(
  args: readonly string[],
  io: CommandIo,
  commands: ReadonlyMap<string, Command> = COMMANDS,
  callOf = (name: string) => `npm run admin -- ${name}`,
): Promise<number> {
  // Use `Console`, which ignores errors of closed streams, as in `npm run admin | head`.
  const console = new Console(io.stdout, io.stderr);
  try {
    await run(args, { io, commands, callOf, print: (line) => console.log(line) });
    return 0;
  } catch (error) {
    console.error(formatError(error));
    return error instanceof UsageError ? 2 : 1;
  }
}

type CommandLine = Pick<CommandArguments, 'io' | 'print'> & {
  commands: ReadonlyMap<string, Command>;
  callOf: (name: string) => string;
};

async function run(
  [name = 'help', ...rest]: readonly string[],
  { io, commands, callOf, print }: CommandLine,
): Promise<void> {
  if (['help', '--help', '-h'].includes(name)) return print(help());
  const command = commands.get(name);
  if (!command) throw new UsageError(`Unknown command: ${name}. ${SEE_HELP}`);
  const parsed = parseArguments(command, { name, call: callOf(name) }, rest);
  const { value: config, issues } = readConfig(io.env);
  if (!config) throw toStartError(issues);
  const { options = [], values = [] } = command;
  const log = { command: name, options: [...options, ...values].filter(parsed.has) };
  let done: Pick<typeof parsed, 'words'> | undefined;
  try {
    await command.run({ config, ...parsed, io, print });
    done = { words: parsed.words };
  } finally {
    const problem = logCommand(config.dataDir, { ...log, ...done });
    if (problem) io.stderr.write(`Can't write to commands.log in DATA_DIR (${problem}).\n`);
  }
}

function help(): string {
  const lines = [...COMMANDS].map(
    ([name, { usage, summary }]) => [`${name} ${usage}`.trim(), summary] as const,
  );
  const width = Math.max(...lines.map(([syntax]) => syntax.length));
  return [
    'Usage: npm run admin -- COMMAND (uses the same environment variables as the server)',
    '',
    ...lines.map(([syntax, summary]) => `  ${syntax.padEnd(width)}  ${summary}`),
  ].join('\n');
}

/** Parses arguments. Never repeats arguments or option values in errors, because they may be passwords. */
function parseArguments(
  command: Command,
  { name, call }: { name: string; call: string },
  rest: readonly string[],
): Pick<CommandArguments, 'words' | 'has' | 'valueOf'> {
  const { options: plain = [], values: withValue = [], words: [min, max] = [0, 0] } = command;
  const { tokens, positionals: words } = parseArgs({
    args: [...rest],
    options: Object.fromEntries([
      ...plain.map((option) => [option, { type: 'boolean' }]),
      ...withValue.map((option) => [option, { type: 'string' }]),
    ]),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const options = new Map<string, string | undefined>();
  const usage = `Usage: ${call} ${command.usage}`.trimEnd();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const takesValue = withValue.includes(token.name);
    if (!takesValue && !plain.includes(token.name))
      throw new UsageError(`${name} has no option ${token.rawName}. ${usage}`);
    if (!takesValue && token.value !== undefined)
      throw new UsageError(`${token.rawName} doesn't take a value. ${usage}`);
    if (takesValue && !token.value) throw new UsageError(`${token.rawName} needs a value. ${usage}`);
    options.set(token.name, token.value);
  }
  if (words.length < min) throw new UsageError(`${name}: something is missing. ${usage}`);
  if (words.length > max)
    throw new UsageError(`${name}: too many words. Put names with spaces in quotes. ${usage}`);
  return { words, has: (option) => options.has(option), valueOf: (option) => options.get(option) };
}

/** Formats unexpected errors as a stack trace, without error properties, which may contain database rows. */
function formatError(error: unknown): string {
  const isForeseen = [UsageError, CommandError, BackupError, StartError, DomainError].some(
    (kind) => error instanceof kind,
  );
  if (error instanceof UnavailableError && error.cause instanceof Error) return error.cause.message;
  if (isForeseen) return (error as Error).message;
  if (error instanceof DatabaseUnavailableError)
    return `The database isn't responding: ${error.message.replace(/\.$/, '')}. Try again in a minute.`;
  return error instanceof Error ? String(error.stack) : 'The command failed.';
}
