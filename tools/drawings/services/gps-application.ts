import { sprayer } from '../machines.ts';
import { line, path } from '../shapes.ts';
import { field } from '../small.ts';

export function gpsApplication(): string[] {
  const nozzles: string[] = [];
  for (const x of [10, 26, 42, 102, 118, 134]) nozzles.push(`M${x} 91l-7 30h14z`);
  return [
    path('t', nozzles.join('')),
    field(122, 138),
    sprayer(),
    line('G', 'M63 13q9-8 18 0M58 8q14-12 28 0', 2),
  ];
}
