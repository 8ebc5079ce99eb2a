import { runCommandLine } from './run-command-line.ts';

// Only this user reads the database and backups.
process.umask(0o077);
process.exitCode = await runCommandLine(process.argv.slice(2), process);
