import { sprayer } from '../machines.ts';
import { num } from '../numbers.ts';
import { oval } from '../shapes.ts';
import { elevator } from './home-elevator.ts';
import { down, trees, type View } from './land.ts';
import { DAY, dice, fill, lit, mix, place, type Scene, stroke, veiled } from './paint.ts';
import { CLOUD, heap, sky } from './sky.ts';

export function sprayerInYoungCorn(): Scene {
  const [width, height] = [1600, 1067];
  const view: View = { vanish: 800, horizon: 500, bottom: 1067, width };
  const depths = Array.from({ length: 34 }, (_, index) => 14 * 0.915 ** index).filter(
    (depth) => depth > 0.72,
  );
  const corn = (near: number, far: number, light: string, shade: string): string =>
    depths
      .filter((depth) => depth <= far && depth > near)
      .map((depth, layer) => {
        let [one, two] = ['', ''];
        const spacing = 190 / depth;
        const y = down(view, depth);
        for (let row = -60; row <= 60; row++) {
          const x = view.vanish + (row + 0.5) * spacing;
          if (x < -80 || x > width + 80) continue;
          const plant = seedling(x, y, 104 / depth, row * 91 + layer * 7 + Math.round(depth * 50));
          one += plant.light;
          two += plant.shade;
        }
        const haze = Math.min(0.6, depth / 20);
        return fill(mix(shade, '#B9C79B', haze), two) + fill(mix(light, '#CBD3A6', haze), one);
      })
      .join('');
  const stand = 690;
  const scale = 4.6;
  const boom = (side: number): string => {
    const x = (part: number): number => 800 + side * (72 * scale * 0.96 + part * 500);
    const y = stand - (128 - 87) * scale;
    const braces = Array.from(
      { length: 8 },
      (_, index) => `L${num(x(index / 8), 0)} ${num(index % 2 ? y : y - 24, 0)}`,
    ).join('');
    return (
      stroke(
        '#0E331E',
        `M${num(x(0), 0)} ${num(y, 0)}H${num(x(1), 0)}M${num(x(0), 0)} ${num(y - 26, 0)}L${num(x(1), 0)} ${num(y - 12, 0)}`,
        7,
      ) + stroke('#0E331E', `M${num(x(0), 0)} ${num(y - 24, 0)}${braces}`, 4)
    );
  };
  const spray = Array.from({ length: 23 }, (_, index) => {
    const x = 30 + index * 70;
    return Math.abs(x - 800) < 110 ? '' : `M${x} ${stand - 176}l-34 168h68z`;
  }).join('');
  return {
    width,
    height,
    name: 'Spraying young corn',
    parts: [
      sky(width, 560, ['#8FB9B4', '#B3CEC2', '#D5DFC9', '#F0E7C4'], { count: 9, seed: 43 }),
      heap(280, 380, 600, 150, 23, CLOUD),
      heap(1260, 330, 520, 110, 24, CLOUD),
      trees(-10, 700, 508, 50, 15, '#7FA271', '#9DB58C'),
      trees(960, 1640, 508, 44, 16, '#7FA271', '#9DB58C'),
      elevator(1190, 508, 0.62, veiled('#CFDCC0', 0.42)),
      fill('#8C7442', `M0 500H${width}V${height}H0z`),
      fill('#7A5F33', `M0 590H${width}V${height}H0z`),
      fill('#6B5029', `M0 740H${width}V${height}H0z`),
      corn(3.1, 20, '#5E9A6A', '#2E6A46'),
      fill('#DCE6D8', spray, ' opacity=".5"'),
      boom(-1),
      boom(1),
      fill('#3E2911', oval(830, stand - 2, 190, 14)),
      lit(DAY, place(800 - 72 * scale, stand - 128 * scale, scale, sprayer())),
      corn(0.7, 3.1, '#6FAA74', '#2A6B42'),
    ],
  };
}

function seedling(x: number, y: number, size: number, seed: number): { light: string; shade: string } {
  const random = dice(seed);
  const wave = (reach: number, lift: number, thick: number): string =>
    `M${num(x, 1)} ${num(y, 1)}q${num(reach * 0.3 * size, 1)} ${num(-lift * 1.3 * size, 1)} ${num(reach * size, 1)} ${num(-lift * 0.7 * size, 1)}q${num(-reach * 0.55 * size, 1)} ${num(-lift * 0.25 * size, 1)} ${num(-reach * size, 1)} ${num(lift * 0.7 * size + thick * size, 1)}z`;
  const lean = 0.8 + random() * 0.4;
  return {
    light: wave(-0.62 * lean, 0.6, 0.06) + wave(-0.4, 1.05 * lean, 0.05) + wave(-0.14 * lean, 1.4, 0.04),
    shade: wave(0.64, 0.56 * lean, 0.06) + wave(0.44 * lean, 0.95, 0.05) + wave(0.2, 1.3 * lean, 0.04),
  };
}
