import { num } from '../numbers.ts';
import { type Blade, blade, leaf } from '../plants.ts';
import { line, path } from '../shapes.ts';
import { copy } from '../small.ts';

export function wheat(): string[] {
  return [
    `<defs><g id="h">${wheatHead()}</g></defs>`,
    line('S', 'M92 192Q84 150 58 112M100 192Q108 160 138 122', 3),
    leaf({ x: 86, y: 166, turn: -52, length: 72, width: 11, belly: 0.4, bend: -0.3 }, ['m', 'l', 'A']),
    leaf({ x: 104, y: 170, turn: 56, length: 74, width: 11, belly: 0.4, bend: 0.32 }, ['l', 'a', 'M']),
    copy('h', 58, 114, -24, 0.84),
    copy('h', 137, 124, 27, 0.84),
    line('S', 'M96 192Q97 150 96 118', 3.6),
    line('Y', 'M95 192Q96 150 95 118', 1),
    copy('h', 96, 122, 1, 1.02),
  ];
}

/** Draws a head of hard red wheat, 66 high from its foot at 0: alternating spikelets, each with a long awn. */
function wheatHead(): string {
  const [left, leftLight, right, rightShade, awns] = [[''], [''], [''], [''], ['']];
  for (let index = 0; index < 7; index++) {
    const size = 1 - Math.abs(index - 2) * 0.05;
    const spec = { length: 17 * size, width: 8.4 * size, belly: 0.42 };
    const one: Blade = { ...spec, x: 0.5, y: -index * 8.2, turn: -34, bend: 0.16 };
    const two: Blade = { ...spec, x: -0.5, y: -index * 8.2 - 4.1, turn: 34, bend: -0.16 };
    left.push(blade(one));
    leftLight.push(blade({ ...one, length: one.length * 0.92 }, 'left'));
    right.push(blade(two));
    rightShade.push(blade(two, 'right'));
    awns.push(
      `M${num(-9 * size, 1)} ${num(one.y - 13, 1)}q-5-16-${num(11 - index, 1)}-${44 + index}`,
      `M${num(9 * size, 1)} ${num(two.y - 13, 1)}q5-16 ${num(11 - index, 1)}-${44 + index}`,
    );
  }
  return (
    line('S', awns.join('') + 'M0-66V-112', 0.9) +
    line('N', 'M0 2V-58', 2) +
    path('g', right.join('')) +
    path('s', rightShade.join('')) +
    path('g', left.join('')) +
    path('y', leftLight.join('')) +
    path('g', blade({ x: 0, y: -54, turn: 0, length: 16, width: 7, belly: 0.4 })) +
    path('y', blade({ x: 0, y: -54, turn: 0, length: 15, width: 7, belly: 0.4 }, 'left'))
  );
}
