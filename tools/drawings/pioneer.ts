/** The four services that come with the seed, drawn in 144 by 144. */
import { grains, leaf } from './plants.ts';
import { disc, line, path, rect } from './shapes.ts';
import { field, smallSvg, wheel, copy } from './small.ts';

function fieldMapping(): string[] {
  return [
    path('g', 'M0 144v-26q2-14 14-20l16 24-6 22z'),
    path('s', 'M144 144v-26q-2-14-14-20l-16 24 6 22z'),
    path('d', 'M8 18q0-8 8-8h112q8 0 8 8v94q0 8-8 8H16q-8 0-8-8z'),
    path('a', 'M8 18q0-8 8-8h24L26 120H16q-8 0-8-8z'),
    path('p', rect(18, 20, 108, 90)),
    path('a', rect(18, 20, 50, 42) + rect(72, 68, 54, 42)),
    path('l', 'M18 20h28q-2 14-12 20T18 50zM96 68h30v24q-14 2-22-6T96 68z'),
    path('m', 'M18 20h13q0 9-13 14zM112 68h14v11q-10 0-14-11z'),
    path('g', rect(18, 68, 50, 42)),
    path('y', 'M18 68h18q6 18 0 42H18z'),
    path('j', rect(72, 20, 54, 42)),
    path('l', disc(99, 41, 18)),
    path('m', 'M99 41L86.300 28.300A18 18 0 0 0 99 59z'),
    line('K', 'M99 41l12.700-12.700', 1.6),
    path('k', disc(99, 41, 2)),
    line('S', 'M42 110V76h5v34M52 110V76h5v34M62 110V76', 1.4),
    line('D', 'M78 110V87h7v23M92 110V96h7v14M106 110v-9h7v9M120 110V98', 1.4),
    line('P', 'M18 58q20 10 30 8t22 6 56 0', 3),
    // The tractor on its pass, and the thumbs.
    path('r', 'M57 78l5.500 9-5.500-3-5.500 3z'),
    path(
      'n',
      'M6 130q-2-14 2-24 4-9 12-15 6-3 7 2-1 7-8 13 4 10-1 22zM138 130q2-14-2-24-4-9-12-15-6-3-7 2 1 7 8 13-4 10 1 22z',
    ),
  ];
}

const KERNEL = 'M0 8C-7 8-9-2-7-7q7-4 14 0C9-2 7 8 0 8z';
const KERNEL_LIGHT = 'M0 8C-7 8-9-2-7-7q4-2.500 8-2.500Q-4 0 0 8z';

/** Draws seed that falls through the treater's mist and is coated when it lands. */
function seedTreatment(): string[] {
  const raw = [
    [66, 42, 12],
    [79, 45, -20],
    [71, 58, 40],
    [80, 68, 8],
    [66, 72, -30],
  ] as const;
  const done = [
    [72, 88, 20],
    [88, 101, 110],
    [71, 102, -10],
    [53, 101, 40],
    [97, 115, 30],
    [79, 114, -40],
    [61, 115, 80],
    [43, 114, 10],
    [106, 128, 70],
    [88, 129, 10],
    [70, 129, 100],
    [52, 129, -20],
    [34, 128, 60],
  ] as const;
  return [
    `<defs><g id="r">${path('s', KERNEL)}${path('g', KERNEL_LIGHT)}${path('y', 'M-1.500 6q-3-4-1.500-9 2 1 3 4t-1.500 5z')}</g>` +
      `<g id="c">${path('v', KERNEL)}${path('u', KERNEL_LIGHT)}</g></defs>`,
    path('t', 'M28 74l38-9v18zM116 74l-38-9v18z'),
    grains(
      'V',
      [
        [38, 71],
        [45, 76],
        [51, 70],
        [57, 76],
        [62, 71],
        [106, 71],
        [99, 76],
        [93, 70],
        [87, 76],
        [82, 71],
      ],
      2.6,
    ),
    path('g', 'M40 14q14-10 32-6 18-6 32 6z'),
    path('a', 'M32 12h80L84 38H60z'),
    path('l', 'M32 12h24l10 26h-6z'),
    path('d', 'M100 12h12L84 38h-5zM30 10h84v4H30z'),
    // Nozzles from both sides, the coating in bottles over them.
    path('v', 'M10 44h14v20H10zM120 44h14v20h-14z'),
    path('u', 'M10 44h5v20h-5zM120 44h5v20h-5z'),
    path('d', 'M8 40h18v5H8zM118 40h18v5h-18z'),
    path('a', 'M4 64h22l6 6v8l-6 6H4zM140 64h-22l-6 6v8l6 6h22z'),
    path('l', 'M4 64h22l6 6H4zM118 64h22v6h-28z'),
    ...raw.map(([x, y, turn]) => copy('r', x, y, turn)),
    path('d', 'M10 137h124v3H10z'),
    ...done.map(([x, y, turn]) => copy('c', x, y, turn)),
  ];
}

/** A box of seed, 30 wide and 34 high. */
const SEED_BOX =
  path('j', 'M0 0h30v34H0z') +
  path('i', 'M0 0h9v34H0z') +
  path('q', 'M23 0h7v34h-7z') +
  line('K', 'M0 0h30v34H0zM0 9h30M10 9v25M20 9v25', 1.4) +
  path('a', 'M6 14h18v12H6z') +
  path('y', 'M15 25q-7-1-7-8 7 0 7 8z') +
  path('g', 'M15 25q7-1 7-8-7 0-7 8z');

function seedDelivery(): string[] {
  return [
    `<defs><g id="b">${SEED_BOX}</g></defs>`,
    path('t', 'M2 126h140v5H2z'),
    copy('b', 48, 30),
    copy('b', 79, 30),
    copy('b', 48, 65),
    copy('b', 79, 65),
    copy('b', 110, 65),
    path('d', 'M42 99h100v6H42zM10 103h126v7H10z'),
    path('g', 'M42 99h100v2.500H42z'),
    path('a', 'M3 106V86q0-5 5-6l9-2 7-22q1-3 4-3h14v53z'),
    path('l', 'M3 106V86q0-5 5-6l9-2 2-5v33z'),
    path('p', 'M20 77l6-18h11v18z'),
    path('q', 'M31 77V59h6v18z'),
    line('D', 'M39 57v46M22 82h16', 1.4),
    path('n', disc(31, 70, 3.4)),
    path('a', 'M26.500 69.500q0-4.500 4.500-4.500t4 4z'),
    path('g', 'M2 88h5v5H2z'),
    path('q', 'M0 102h12v5H0z'),
    path('d', 'M10 110a14 14 0 0 1 28 0z'),
    wheel(24, 113, 13),
    wheel(96, 113, 13),
    wheel(124, 113, 13),
  ];
}

/** Corn at its fifth leaf, 36 high. */
const SEEDLING =
  leaf({ x: 0, y: -6, turn: -28, length: 24, width: 6, bend: -0.7 }, ['m', 'l', 'A']) +
  leaf({ x: 0, y: -10, turn: 26, length: 26, width: 6, bend: 0.7 }) +
  leaf({ x: 0, y: -18, turn: -14, length: 24, width: 5, bend: -0.5 }, ['m', 'l', 'A']) +
  leaf({ x: 0, y: -20, turn: 14, length: 22, width: 5, bend: 0.5 }) +
  line('L', 'M0 0V-26', 3);

function cropScouting(): string[] {
  return [
    `<defs><g id="s">${SEEDLING}</g></defs>`,
    field(112, 138),
    copy('s', 22, 116, 0, 0.8),
    copy('s', 118, 116, 0, 0.8),
    // Legs in stride.
    path('d', 'M58 84h26l6 44H78l-8-30-8 30H50z'),
    path('k', 'M42 132q0-6 8-6h12v6zM70 132q0-6 8-6h13v6z'),
    path('n', 'M88 50l24 7-10 36-24-7z'),
    path('p', 'M90 56l18 5-8 28-18-5z'),
    line('K', 'M92 62l12 3M90 68l12 3M89 74l12 3M87 80l8 2', 1.4),
    path('q', 'M95 50l9 2.600-1.400 5-9-2.600z'),
    path('g', 'M56 50q6-8 15-8 12 0 14 12l1 32H57z'),
    path('s', 'M77 43q7 3 8 11l1 32H75q5-22 2-43z'),
    // Near arm with the glass, held to a leaf.
    path('g', 'M57 48q7-1 9 6l-7 22-22 9-4-7 16-10z'),
    path('n', 'M30 77l5-2 5 8-6 4-5-3z'),
    line('K', 'M31 83l-7 6', 3),
    path('p', disc(18, 94, 8)),
    line('K', disc(18, 94, 8), 2.4),
    path('s', 'M78 54q6 0 8 6l4 16-5 7-9-8z'),
    path('n', 'M84 76l9-1 2 6-9 3z'),
    // Head and cap.
    path('n', 'M58 28q0-10 10-11t12 9q0 6-3 10v9H66l-1-5q-4 1-6-3z'),
    path('a', 'M44 25q5-4 12-4 2-12 13-12 13 0 13 14v3q-14-4-26 0-7 1-12-1z'),
    path('l', 'M44 25q5-4 12-4 2-12 13-12-7 4-8 14z'),
    copy('s', 40, 137, 0, 1.05),
    copy('s', 10, 138, 0, 1.15),
    copy('s', 106, 137, 0, 1.05),
    copy('s', 134, 138, 0, 1.15),
  ];
}

export function pioneerDrawings(): Record<string, string> {
  return {
    'field-mapping': smallSvg('Fields on a tablet', 144, fieldMapping()),
    'seed-treatment': smallSvg('Seed in the treater', 144, seedTreatment()),
    'seed-delivery': smallSvg('A truck with boxes of seed', 144, seedDelivery()),
    'crop-scouting': smallSvg('A scout in young corn', 144, cropScouting()),
  };
}
