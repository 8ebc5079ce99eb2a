import { leaf, midrib } from '../plants.ts';
import { at, disc, line, oval, path } from '../shapes.ts';
import { copy } from '../small.ts';

const leaflet = (turn: number, length: number): string => {
  const veins = [-1, 1].map((side) =>
    [0.26, 0.44, 0.62]
      .map((part) => {
        const foot = { x: Math.sin((turn * Math.PI) / 180), y: -Math.cos((turn * Math.PI) / 180) };
        return midrib({
          x: foot.x * length * part,
          y: foot.y * length * part,
          turn: turn + side * 50,
          length: length * (0.32 - part * 0.28),
          width: 0,
        });
      })
      .join(''),
  );
  return (
    leaf({ x: 0, y: 0, turn, length, width: length * 0.54, belly: 0.36 }) + line('M', veins.join(''), 0.8)
  );
};

/** A hanging pod of three beans; its stalk is at 0. */
const POD =
  path(
    's',
    'M0 0C-3 3-7 7-7 12q0 4 1 5-3 3-3 8 0 4 2 6-2 3-1 8 1 8 9 17C7 48 9 43 8 38q-1-4 0-7 2-3 1-8-1-4-2-5 2-4 0-9Q5 4 0 0z',
  ) +
  path(
    'g',
    'M0 0C-3 3-7 7-7 12q0 4 1 5-3 3-3 8 0 4 2 6-2 3-1 8 1 7 7 15-4-9-2-15 0-4 1-6-3-3-1-8 1-3 1-5-1-9 1-17z',
  ) +
  path('Y', 'M-4 10q-1 3 0 5M-6 23q-1 3 0 5M-5 37q-1 3 1 6', ' stroke-width="1.6" stroke-linecap="round"') +
  path('N', 'M1 17q3-1 5 0M2 31q3-1 5 0', ' stroke-width="1"');

export function soybeans(): string[] {
  return [
    `<defs><g id="t">${trifoliate(44)}</g><g id="p">${POD}</g></defs>`,
    line('L', 'M96 190Q92 140 97 96T98 24', 4.5),
    line('L', 'M96 142Q70 130 54 108M96 132Q126 118 142 96M97 78Q82 62 66 58M98 66Q116 52 132 46', 2.4),
    copy('t', 54, 108, -46, 1),
    copy('t', 143, 96, 52, 1),
    copy('t', 66, 60, -56, 0.94),
    copy('t', 132, 46, 58, 0.86),
    copy('t', 98, 40, 2, 0.86),
    copy('p', 94, 84, 30, 0.9),
    copy('p', 99, 80, -34, 0.9),
    copy('p', 92, 122, 48, 1),
    copy('p', 95, 126, 12, 1.1),
    at(
      112,
      140,
      path('s', 'M0 0q-12 14-8 30 4 14 18 18-4-12-2-24T0 0z') +
        path('y', 'M2 0q14 6 16 22t-8 26q2-12-2-24T2 0z') +
        path('p', disc(3.5, 13, 5.4) + disc(6.5, 25, 5.8) + disc(9, 37, 5)) +
        path(
          'j',
          'M6 8.400a5.400 5.400 0 0 1 0 9.800q2-5 0-9.800zM9 19.900a5.800 5.800 0 0 1 0 10.600q2-5 0-10.600z',
        ) +
        path('n', oval(0, 13, 0.8, 1.8) + oval(2.6, 25, 0.8, 1.8) + oval(5.6, 37, 0.8, 1.6)),
      ' rotate(-38)',
    ),
  ];
}

/** Draws a trifoliate leaf whose stalk ends at 0. */
function trifoliate(size: number): string {
  return leaflet(-72, size * 0.84) + leaflet(72, size * 0.84) + leaflet(0, size);
}
