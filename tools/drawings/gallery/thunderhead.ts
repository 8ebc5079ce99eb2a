import { blade } from '../plants.ts';
import { disc } from '../shapes.ts';
import { farm } from '../skyline.ts';
import { down, trees, type View } from './land.ts';
import { dice, fill, lit, mix, place, type Scene, stroke, veiled } from './paint.ts';
import { birds, heap, sky, type Tones } from './sky.ts';

export function thunderhead(): Scene {
  const [width, height] = [1200, 1600];
  const view: View = { vanish: 560, horizon: 1130, bottom: 1600, width };
  const random = dice(9);
  const depths = Array.from({ length: 30 }, (_, index) => 16 * 0.9 ** index).filter((depth) => depth > 0.8);
  const beans = depths
    .map((depth) => {
      const [y, spacing] = [down(view, depth), 150 / depth];
      let [shade, light] = ['', ''];
      for (let row = -70; row <= 70; row++) {
        const x = view.vanish + (row + 0.5) * spacing;
        if (x < -60 || x > width + 60) continue;
        const r = (52 + random() * 14) / depth;
        shade += disc(x + (random() - 0.5) * r * 0.5, y - r * 0.5, r);
        light +=
          depth > 4 ? disc(x - r * 0.34, y - r * 0.9, r * 0.5) : trifoliates(x, y - r * 0.6, r, random);
      }
      const haze = Math.min(0.5, depth / 26);
      return fill(mix('#17492C', '#6F8F5C', haze), shade) + fill(mix('#3F8054', '#A3B56E', haze), light);
    })
    .join('');
  // The tower boils up lobe by lobe, in sunlight above and in its own shadow below.
  const lobes = [
    [620, 500, 500, 250],
    [470, 570, 380, 230],
    [770, 590, 380, 240],
    [610, 680, 460, 240],
    [420, 740, 420, 220],
    [800, 770, 440, 240],
    [600, 830, 520, 240],
    [400, 900, 480, 200],
    [850, 930, 500, 210],
    [620, 960, 560, 190],
    [360, 1004, 520, 130],
    [930, 1004, 520, 150],
    [640, 1004, 620, 120],
  ] as const;
  const cloud = (index: number): Tones => {
    const sunlit = Math.max(0, 1 - index / (lobes.length - 1)) ** 0.8;
    return [
      mix('#B9B79F', '#FFF3D0', sunlit),
      mix('#8A988F', '#F3DAA2', sunlit),
      mix('#566D69', '#C2B389', sunlit),
    ];
  };
  return {
    width,
    height,
    name: 'Thunderhead over the beans',
    parts: [
      sky(width, 1140, ['#2F5B60', '#4B7A7A', '#7FA39A', '#C2CBAE', '#F1DDA4'], { count: 12, seed: 73 }),
      // The anvil, drawn out by the wind, then the tower under it.
      fill(
        '#C9CDB8',
        'M180 250Q420 150 760 170 1040 180 1230 240L1230 300Q900 300 800 360L420 350Q330 290 180 250z',
      ),
      fill('#F6E6BC', 'M180 250Q420 150 760 170 900 175 1010 190 760 230 640 300L430 330Q330 280 180 250z'),
      ...lobes.map(([x, base, wide, tall], index) =>
        heap(x, base, wide, tall, 500 + index, cloud(index), base < 996),
      ),
      fill('#566D69', 'M110 996Q400 976 700 990T1200 984V1012Q700 1024 110 1010z'),
      // Rain under it, and a bolt.
      fill('#6F8781', 'M560 1010L1080 1010 960 1134H470z', ' opacity=".75"'),
      stroke(
        '#8DA29A',
        Array.from({ length: 18 }, (_, index) => `M${600 + index * 27} 1012l-90 120`).join(''),
        3,
      ),
      fill('#FFF3D0', 'M742 1006l-30 52h18l-24 48 52-62h-20l26-38z'),
      birds('#22423F', [
        [180, 760, 14],
        [220, 744, 13],
        [150, 800, 12],
        [260, 776, 12],
      ]),
      trees(-10, 420, 1136, 30, 5, '#56703F', '#8C9A55'),
      trees(820, 1240, 1136, 34, 6, '#3C5A40'),
      lit(veiled('#C9B878', 0.12), place(180 - 204 * 1.7, 1142 - 154 * 1.7, 1.7, farm(0))),
      fill('#8C9A55', `M0 1130H${width}V${height}H0z`),
      fill('#41663F', `M0 1150H${width}V${height}H0z`),
      fill('#3A2A14', `M0 1260H${width}V${height}H0z`),
      beans,
    ],
  };
}

function trifoliates(x: number, y: number, r: number, random: () => number): string {
  return [-0.5, 0.1, 0.55]
    .map((side, index) => {
      const [lx, ly] = [x + side * r * 1.1, y - (index === 1 ? 0.55 : 0.1) * r + random() * r * 0.3];
      const tilt = side * 60 + (random() - 0.5) * 50;
      return [-78, 0, 78]
        .map((turn) =>
          blade({ x: lx, y: ly, turn: tilt + turn, length: r * 0.62, width: r * 0.3, belly: 0.4 }),
        )
        .join('');
    })
    .join('');
}
