import type { ChildProgram } from './child-program.ts';
import { startProgram } from './child-program.ts';
import type { DatabasePlace } from './on-both-databases.ts';

/** A change as its writer was told that it is kept. */
export type Acknowledged = { version: number; content: string };

/** Starts a process that saves one text after the other, forever or `count` times. */
export function startSiteTextWriter(
  { environment }: Pick<DatabasePlace, 'environment'>,
  { name, count }: { name: string; count?: number },
): ChildProgram & { acknowledged(): Acknowledged[] } {
  const program = startProgram(new URL('site-text-writer-program.ts', import.meta.url).pathname, {
    ...environment,
    WRITER: name,
    WRITES: count === undefined ? undefined : String(count),
  });
  return {
    ...program,
    // The last line may be half a line when the process was killed; what is printed whole was acknowledged.
    acknowledged: () => program.lines.filter((line) => line.endsWith('}')).map((line) => JSON.parse(line)),
  };
}
