/** Machines that stand in more than one drawing, each heading left in the units of the small drawings. */
import { disc, line, path, rect } from './shapes.ts';
import { wheel } from './small.ts';

/** A row-crop tractor, 140 wide; its wheels stand on 124. */
export function tractor(): string {
  return (
    // Frame and front axle.
    path('d', 'M24 90h80v10H24z') +
    // Hood: lit top, side, vents.
    path('a', 'M12 92V72q0-5 5-6l47-8v34z') +
    path('l', 'M12 76v-4q0-5 5-6l47-8v7z') +
    path('d', 'M12 76h4v16h-4z') +
    path('g', 'M17 77.500L64 72v3.500L17 81z') +
    line('D', 'M26 84h22M26 88h22', 1.6) +
    path('k', rect(47, 40, 4, 22)) +
    path('k', 'M46 42l2-6h4v6z') +
    // Cab, with somebody in it.
    path('p', 'M62 30h38l6 36v10H62z') +
    path('q', 'M84 30h16l6 36v10H84z') +
    path('l', 'M74 76V60q0-8 7-8t8 8l3 16z') +
    path('n', disc(80, 46, 5)) +
    path('a', 'M73 45q1-6.500 7-6.500t6 6z') +
    line('K', 'M68 62l6-3', 2) +
    line('D', 'M62 30v46M100 30l6 38M86 30v46', 2.4) +
    path('d', 'M58 30q0-7 7-7h36q6 0 6 7z') +
    path('l', 'M58 30q0-7 7-7h14l-2 7z') +
    // The receiver.
    path('g', 'M52 23q0-6 8-6t8 6z') +
    path('y', 'M52 23q0-6 8-6-4 2-4 6z') +
    path('d', 'M52 23h18v2H52z') +
    // Fender, steps, hitch.
    path('a', 'M72 92q2-30 36-30 14 0 22 8l-3 4q-30-10-42 22z') +
    path('l', 'M72 92q2-30 36-30l-1 4Q80 66 79 94z') +
    line('D', 'M62 82v18h8', 2.6) +
    path('d', 'M118 96h18v5h-18z') +
    wheel(34, 104, 20) +
    wheel(106, 95, 29)
  );
}
