/** Machines that appear in several drawings, heading left, in the units of the small drawings. */
import { disc, line, path, rect } from './shapes.ts';
import { wheel } from './small.ts';

/** Draws a row-crop tractor, 140 wide, with its wheels at 124. */
export function tractor(): string {
  return (
    path('d', 'M24 90h80v10H24z') +
    // Hood: lit top, side, vents.
    path('a', 'M12 92V72q0-5 5-6l47-8v34z') +
    path('l', 'M12 76v-4q0-5 5-6l47-8v7z') +
    path('d', 'M12 76h4v16h-4z') +
    path('g', 'M17 77.500L64 72v3.500L17 81z') +
    line('D', 'M26 84h22M26 88h22', 1.6) +
    path('k', rect(47, 40, 4, 22)) +
    path('k', 'M46 42l2-6h4v6z') +
    // Cab with a driver.
    path('p', 'M62 30h38l6 36v10H62z') +
    path('q', 'M84 30h16l6 36v10H84z') +
    path('l', 'M74 76V60q0-8 7-8t8 8l3 16z') +
    path('n', disc(80, 46, 5)) +
    path('a', 'M73 45q1-6.500 7-6.500t6 6z') +
    line('K', 'M68 62l6-3', 2) +
    line('D', 'M62 30v46M100 30l6 38M86 30v46', 2.4) +
    path('d', 'M58 30q0-7 7-7h36q6 0 6 7z') +
    path('l', 'M58 30q0-7 7-7h14l-2 7z') +
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

/** Draws a high-clearance sprayer from the front, with booms 144 wide and its wheels at 128. */
export function sprayer(): string {
  return [
    // Booms: two chords with braces between them.
    line('K', 'M2 87h52M90 87h52M4 81l50-7M140 81L90 74', 2),
    line('K', 'M12 87l6-8 8 8 8-10 8 10 8-12M132 87l-6-8-8 8-8-10-8 10-8-12', 1.3),
    path('g', 'M2 85h6v5H2zM136 85h6v5h-6z'),
    path('k', [10, 26, 42, 102, 118, 134].map((x) => rect(x - 1.5, 87, 3, 5)).join('')),
    // Legs and tires.
    path('d', 'M44 72h56v9H44z'),
    path('a', 'M44 74h8v28h-8zM92 74h8v28h-8z'),
    path('l', 'M44 74h3v28h-3zM92 74h3v28h-3z'),
    path(
      'x',
      'M42 88q0-4 4-4h5q4 0 4 4v36q0 4-4 4h-5q-4 0-4-4zM89 88q0-4 4-4h5q4 0 4 4v36q0 4-4 4h-5q-4 0-4-4z',
    ),
    line(
      'Q',
      'M43 92l5.500 4 5.500-4M43 100l5.500 4 5.500-4M43 108l5.500 4 5.500-4M43 116l5.500 4 5.500-4M90 92l5.500 4 5.500-4M90 100l5.500 4 5.500-4M90 108l5.500 4 5.500-4M90 116l5.500 4 5.500-4',
      1.2,
    ),
    // Cab.
    path('a', 'M50 74l4-44h36l4 44z'),
    path('p', 'M55 62l3-27h28l3 27z'),
    path('q', 'M73 62l2-27h11l3 27z'),
    path('n', disc(72, 47, 4.5)),
    path('a', 'M66.500 46q0-6 5.500-6t5.500 6z'),
    path('l', 'M63 62q0-10 9-10t9 10z'),
    path('d', 'M52 24h40l3 6v4H49v-4z'),
    path('l', 'M52 24h14l-1 10H49v-4z'),
    path('g', 'M53 28h6v4h-6zM85 28h6v4h-6z'),
    // Hood with its grille and lamps.
    path('l', 'M56 62h32l4 4v12H52V66z'),
    path('a', 'M70 62h18l4 4v12H70z'),
    path('d', rect(62, 67, 20, 11)),
    line('L', 'M62 70.500h20M62 74.500h20', 1),
    path('g', rect(55, 68, 5, 4) + rect(84, 68, 5, 4)),
    path('g', 'M64 24q0-8 8-8t8 8z'),
    path('y', 'M64 24q0-8 8-8-4 2-4 8z'),
  ].join('');
}
