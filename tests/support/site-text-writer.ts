import type { ChildProgram } from './child-program.ts';
import { startProgram } from './child-program.ts';
import type { TestDatabase } from './on-both-databases.ts';

export type Acknowledged = { version: number; content: string };

/** Starts a process that saves texts one after the other, endlessly or `count` times. */
export function startSiteTextWriter(
  { environment }: Pick<TestDatabase, 'environment'>,
  { name, count }: { name: string; count?: number },
): ChildProgram & { acknowledged(): Acknowledged[] } {
  const program = startProgram(new URL('site-text-writer-program.ts', import.meta.url).pathname, {
    ...environment,
    WRITER: name,
    WRITES: count === undefined ? undefined : String(count),
  });
  return {
    ...program,
    // If the process was killed, the last line may be incomplete; complete lines are acknowledged changes.
    acknowledged: () => program.lines.filter((line) => line.endsWith('}')).map((line) => JSON.parse(line)),
  };
}
