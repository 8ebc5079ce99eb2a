/** The four services that come with the seed, in 144 by 144 as the nine of the products page. */
import { num } from './numbers.ts';
import { grains, leaf } from './plants.ts';
import { at, disc, line, path, rect } from './shapes.ts';
import { field, smallSvg, wheel } from './small.ts';

/** A tablet with the farm on it: zones, a pivot's circle, and the path of the last pass. */
function fieldMapping(): string[] {
  return [
    path('t', 'M4 130h136v6H4z'),
    path('d', 'M30 130l14-22h56l14 22z'),
    path('a', 'M6 18q0-6 6-6h120q6 0 6 6v90q0 6-6 6H12q-6 0-6-6z'),
    path('l', 'M6 18q0-6 6-6h26L20 114h-8q-6 0-6-6z'),
    path('p', rect(16, 21, 112, 84)),
    path('a', rect(16, 21, 50, 40) + rect(70, 65, 58, 40)),
    path('l', 'M16 21h28q-2 14-12 20T16 50zM94 65h34v22q-16 2-24-6T94 65z'),
    path('m', 'M16 21h13q0 9-13 14zM111 65h17v10q-12 0-17-10z'),
    path('g', rect(16, 65, 50, 40)),
    path('y', 'M16 65h18q6 18 0 40H16z'),
    path('j', rect(70, 21, 58, 40)),
    path('l', disc(99, 41, 18)),
    path('m', 'M99 41L86.300 28.300A18 18 0 0 0 99 59z'),
    line('K', 'M99 41l12.700-12.700', 1.6),
    path('k', disc(99, 41, 2)),
    line('S', 'M40 105V73h5v32M50 105V73h5v32M60 105V73', 1.4),
    line('D', 'M76 105V83h7v22M90 105V92h7v13M104 105v-9h7v9M118 105V94', 1.4),
    line('P', 'M16 56q20 10 30 8t22 6 60 2', 3),
    path('d', disc(133, 63, 2.4)),
    line('D', 'M16 21h112v84H16z', 1.6),
  ];
}

const seed = (x: number, y: number, turn: number, coat: boolean): string => {
  const kernel = 'M0 8C-7 8-9-2-7-7q7-4 14 0C9-2 7 8 0 8z';
  return at(
    x,
    y,
    path(coat ? 'v' : 's', kernel) +
      path(coat ? 'u' : 'g', 'M0 8C-7 8-9-2-7-7q4-2.500 8-2.500Q-4 0 0 8z') +
      (coat ? '' : path('y', 'M-1.500 6q-3-4-1.500-9 2 1 3 4t-1.500 5z')),
    turn ? ` rotate(${turn})` : '',
  );
};

/** Seed falls through the treater's mist and is coated when it lands. */
function seedTreatment(): string[] {
  const raw = [
    [66, 42, 12],
    [79, 45, -20],
    [71, 58, 40],
    [80, 68, 8],
    [66, 72, -30],
  ] as const;
  const done = [
    [34, 128, 60],
    [52, 129, -20],
    [70, 129, 100],
    [88, 129, 10],
    [106, 128, 70],
    [43, 114, 10],
    [61, 115, 80],
    [79, 114, -40],
    [97, 115, 30],
    [53, 101, 40],
    [71, 102, -10],
    [88, 101, 110],
    [72, 88, 20],
  ] as const;
  return [
    path('t', 'M30 74l34-6v14zM114 74l-34-6v14z'),
    grains(
      'V',
      [
        [38, 70],
        [44, 76],
        [50, 71],
        [56, 75],
        [40, 80],
        [106, 70],
        [100, 76],
        [94, 71],
        [88, 75],
        [104, 80],
      ],
      2.6,
    ),
    // Hopper.
    path('g', 'M40 14q14-10 32-6 18-6 32 6z'),
    path('a', 'M32 12h80L84 38H60z'),
    path('l', 'M32 12h24l10 26h-6z'),
    path('d', 'M100 12h12L84 38h-5zM30 10h84v4H30z'),
    // Nozzles from both sides.
    path('a', 'M4 66h18l8 5v6l-8 5H4z'),
    path('l', 'M4 66h18l8 5H4z'),
    path('a', 'M140 66h-18l-8 5v6l8 5h18z'),
    path('d', 'M140 82h-18l-8-5h26z'),
    path('v', rect(12, 50, 6, 16) + rect(126, 50, 6, 16)),
    path('d', rect(8, 44, 14, 6) + rect(122, 44, 14, 6)),
    ...raw.map(([x, y, turn]) => seed(x, y, turn, false)),
    path('d', 'M10 137h124v3H10z'),
    ...done.toReversed().map(([x, y, turn]) => seed(x, y, turn, true)),
  ];
}

const box = (x: number, y: number): string =>
  path('j', rect(x, y, 30, 34)) +
  path('i', rect(x, y, 9, 34)) +
  path('q', rect(x + 23, y, 7, 34)) +
  line('K', `M${x} ${y}h30v34h-30zM${x} ${y + 9}h30M${x + 10} ${y + 9}v25M${x + 20} ${y + 9}v25`, 1.4) +
  path('a', rect(x + 6, y + 14, 18, 12)) +
  leaf({ x: x + 15, y: y + 25, turn: -38, length: 10, width: 5 }, ['y', 'g', 'A']) +
  leaf({ x: x + 15, y: y + 25, turn: 38, length: 10, width: 5 }, ['g', 'g', 'A']);

/** The seed tender's truck: boxes of seed on a flat bed. */
function seedDelivery(): string[] {
  return [
    path('t', 'M2 126h140v5H2z'),
    box(48, 30),
    box(79, 30),
    box(48, 65),
    box(79, 65),
    box(110, 65),
    path('d', 'M42 99h100v6H42zM10 103h126v7H10z'),
    path('g', 'M42 99h100v2.500H42z'),
    // Cab.
    path('a', 'M3 106V86q0-5 5-6l9-2 7-22q1-3 4-3h14v53z'),
    path('l', 'M3 106V86q0-5 5-6l9-2 2-5v33z'),
    path('p', 'M20 77l6-18h11v18z'),
    path('q', 'M31 77V59h6v18z'),
    line('D', 'M39 57v46M22 82h16', 1.4),
    path('n', disc(31, 70, 3.4)),
    path('a', 'M26.500 69.500q0-4.500 4.500-4.500t4 4z'),
    path('g', 'M2 88h5v5H2z'),
    path('q', rect(0, 102, 12, 5)),
    path('d', 'M10 110a14 14 0 0 1 28 0z'),
    wheel(24, 113, 13),
    wheel(96, 113, 13),
    wheel(124, 113, 13),
  ];
}

const plant = (x: number, y: number, scale: number): string =>
  at(
    x,
    y,
    leaf({ x: 0, y: -6, turn: -28, length: 24, width: 6, bend: -0.7 }, ['m', 'l', 'A']) +
      leaf({ x: 0, y: -10, turn: 26, length: 26, width: 6, bend: 0.7 }) +
      leaf({ x: 0, y: -18, turn: -14, length: 24, width: 5, bend: -0.5 }, ['m', 'l', 'A']) +
      leaf({ x: 0, y: -20, turn: 14, length: 22, width: 5, bend: 0.5 }) +
      line('L', 'M0 0V-26', 3),
    ` scale(${num(scale)})`,
  );

/** Somebody who walks the rows with a clipboard, and kneels to look under a leaf. */
function cropScouting(): string[] {
  return [
    field(112, 138),
    plant(20, 116, 0.86),
    plant(120, 116, 0.86),
    // Legs, one knee down.
    path('d', 'M60 84h24l4 22-2 22H76l1-20-9-8-2 12-14 8H40v-6l10-4 4-20z'),
    path('k', 'M74 126h13q4 2 4 6H74zM34 120h10v8H34q-3-4 0-8z'),
    // Shirt.
    path('g', 'M56 50q8-8 18-7 12 1 13 12l1 34H58z'),
    path('s', 'M80 45q7 3 7 10l1 34H77q5-24 3-44z'),
    // Arm with the magnifier, arm with the board.
    path('g', 'M58 50q6-2 9 4l-8 20-22 6-3-7 16-6z'),
    path('n', 'M34 72l4 8-8 3-4-6z'),
    line('K', 'M30 80l-8 6', 3),
    path('p', disc(16, 91, 8)),
    line('K', disc(16, 91, 8), 2.4),
    path('p', 'M92 62l22 6-7 28-22-6z'),
    line('K', 'M94 70l14 4M93 76l14 4M91 82l14 4', 1.4),
    path('k', 'M98 61l10 3-1 4-10-3z'),
    path('s', 'M76 54q8-2 10 6l5 16 6 4-3 7-12-3q-4-2-5-6z'),
    path('n', 'M92 79l7 3-2 6-7-2z'),
    // Head and cap.
    path('n', 'M60 28q0-10 10-11t12 9q0 6-3 10v9H67l-1-4q-5 1-6-3z'),
    path('a', 'M46 25q5-4 12-4 2-12 13-12 13 0 13 14v3q-14-4-26 0-7 1-12-1z'),
    path('l', 'M46 25q5-4 12-4 2-12 13-12-7 4-8 14z'),
    plant(44, 136, 1.1),
    plant(12, 138, 1.2),
    plant(104, 137, 1.15),
    plant(132, 138, 1.2),
  ];
}

/** By file name. */
export function pioneerDrawings(): Record<string, string> {
  return {
    'field-mapping': smallSvg('Fields on a tablet', 144, fieldMapping()),
    'seed-treatment': smallSvg('Seed in the treater', 144, seedTreatment()),
    'seed-delivery': smallSvg('A truck with boxes of seed', 144, seedDelivery()),
    'crop-scouting': smallSvg('A scout in young corn', 144, cropScouting()),
  };
}
