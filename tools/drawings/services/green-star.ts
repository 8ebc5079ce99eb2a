import { tractor } from '../machines.ts';
import { at, line } from '../shapes.ts';
import { field } from '../small.ts';

export function greenStar(): string[] {
  return [
    field(124, 138),
    at(2, 4, tractor()),
    // The satellites' signal over the receiver.
    line('G', 'M54 16q8-8 16 0M49 10q13-12 26 0', 2),
  ];
}
