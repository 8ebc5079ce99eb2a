import { runCommandLine } from '#server/commands/run-command-line.ts';
import { importPagesCommand } from './import-pages-command.ts';

// Only this user reads the imported files.
process.umask(0o077);
process.exitCode = await runCommandLine(
  ['import-pages', ...process.argv.slice(2)],
  process,
  new Map([['import-pages', importPagesCommand]]),
  (name) => `npm run ${name} --`,
);
