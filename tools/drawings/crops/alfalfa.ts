import { type Blade, blade, leaf, midrib } from '../plants.ts';
import { line, path } from '../shapes.ts';
import { copy } from '../small.ts';

export function alfalfa(): string[] {
  return [
    `<defs><g id="r">${raceme()}</g><g id="t">${threeLeaflets()}</g></defs>`,
    line('L', 'M94 192Q100 140 92 66M96 164Q66 140 46 88M98 146Q128 122 146 78M95 118Q114 98 119 48', 3),
    copy('t', 74, 148, -70, 0.9),
    copy('t', 120, 128, 70, 0.9),
    copy('t', 92, 176, -82, 1),
    copy('t', 98, 160, 70, 1.1),
    copy('t', 95, 112, -58, 0.9),
    copy('t', 54, 108, 56, 0.76),
    copy('t', 138, 100, -56, 0.7),
    copy('t', 52, 112, -74, 0.8),
    copy('t', 143, 96, 64, 0.76),
    copy('t', 110, 96, 66, 0.7),
    copy('r', 122, 48, 9, 0.88),
    copy('r', 45, 88, -16, 1.12),
    copy('r', 147, 80, 18, 1.06),
    copy('r', 89, 72, -5, 1.36),
  ];
}

/** Draws small pea flowers close around the stalk, the oldest lowest. */
function raceme(): string {
  const [back, front, light, throats] = [[''], [''], [''], ['']];
  for (let row = 0; row < 4; row++) {
    const size = 1 - row * 0.09;
    for (const side of [-1, 1, -0.45, 0.45]) {
      const middle = Math.abs(side) < 0.5;
      const spec: Blade = {
        x: side * 4,
        y: -row * 7.4 - (middle ? 1 : 4),
        turn: side * (88 - row * 12),
        length: (middle ? 12 : 16) * size,
        width: 11 * size,
        belly: 0.78,
      };
      (middle ? front : back).push(blade(spec));
      light.push(blade({ ...spec, width: spec.width * 0.9, length: spec.length * 0.94 }, 'left'));
      if (middle) throats.push(midrib(spec, 0.55));
    }
  }
  front.push(blade({ x: 0, y: -27, turn: 0, length: 14, width: 10, belly: 0.6 }));
  return (
    path('v', back.join('') + front.join('')) + path('u', light.join('')) + line('P', throats.join(''), 1.1)
  );
}

function threeLeaflets(): string {
  const spec = { length: 30, width: 11, belly: 0.68 };
  return (
    line('L', 'M0 8V-6', 2) +
    leaf({ ...spec, x: 0, y: 0, turn: -62 }, ['m', 'l', 'A']) +
    leaf({ ...spec, x: 0, y: 0, turn: 62 }, ['l', 'a', 'M']) +
    leaf({ ...spec, x: 0, y: -4, turn: 0, length: 32 }, ['m', 'l', 'A'])
  );
}
