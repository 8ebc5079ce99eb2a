import { at, line, path, rect } from '../shapes.ts';

export function wholesaleChemical(): string[] {
  const cage: string[] = [];
  for (let x = 56; x <= 104; x += 8) cage.push(`M${x} 70v48`);
  return [
    path('t', 'M4 130h136v6H4z'),
    // The bulk tank.
    path('a', 'M8 130V38q0-10 26-12 26 2 26 12v92z'),
    path('l', 'M13 130V37q3-7 14-10l-1 103z'),
    path('d', 'M47 130V29q13 3 13 9v92z'),
    path('d', 'M27 26v-5h14v5q-7-1-14 0z'),
    line('D', 'M8 52q26 5 52 0M8 78q26 5 52 0M8 104q26 5 52 0', 1.4),
    path('g', 'M18 58q12 2 26 .5v14q-14 1.500-26-.5z'),
    path('d', 'M31 61q5 5 5 7.500a5 4 0 0 1-10 0q0-2.500 5-7.500z'),
    // The tote in its cage, on a pallet.
    path('i', 'M54 72q0-4 4-4h44q4 0 4 4v46H54z'),
    path('q', 'M92 68h10q4 0 4 4v46H92z'),
    path('m', 'M54 86h52v32H54z'),
    path('l', 'M92 86h14v32H92z'),
    path('a', 'M74 68v-4h12v4z'),
    line('K', cage.join('') + 'M53 70h54M53 82h54M53 94h54M53 106h54M53 118h54', 1.6),
    path('i', rect(62, 88, 22, 15)),
    line('K', 'M65 93h16M65 98h10', 1.6),
    path('s', 'M51 119h58v4H51zM51 128h58v3H51zM53 122h8v7h-8zM76 122h8v7h-8zM99 122h8v7h-8z'),
    path('k', 'M76 112h8v6h-8z'),
    jug(114, 95),
    jug(96, 100),
  ];
}

function jug(x: number, y: number): string {
  return at(
    x,
    y,
    path('k', rect(5, -5, 9, 6)) +
      path('g', 'M5 0h9l2 4q10 2 10 9v20q0 3-3 3H3q-3 0-3-3V12q0-6 5-8z') +
      path('s', 'M14 0l2 4q10 2 10 9v20q0 3-3 3h-5V16q0-6-4-8z') +
      path('p', 'M14 5.500q7 1 8 8v4q-3-6-8-7z') +
      path('p', rect(3, 16, 14, 13)) +
      path('a', 'M3 16h14v4H3z'),
  );
}
