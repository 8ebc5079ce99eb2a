import { disc, oval, rect } from '../shapes.ts';
import { concrete, crib, steelBins } from '../skyline.ts';
import { trees, tufts } from './land.ts';
import { dice, fill, lit, place, type Scene, stroke, veiled } from './paint.ts';
import { dog, person } from './people.ts';
import { sky, streaks } from './sky.ts';

const lamps = (fx: number, fy: number, tx: number, ty: number, sag: number, count: number): string => {
  const at = (part: number): [number, number] => [
    fx + (tx - fx) * part,
    fy + (ty - fy) * part + 4 * sag * part * (1 - part),
  ];
  const [mx, my] = [(fx + tx) / 2, (fy + ty) / 2 + sag * 2];
  let [bulbs, glow] = ['', ''];
  for (let index = 1; index < count; index++) {
    const [x, y] = at(index / count);
    bulbs += disc(x, y + 9, 8);
    glow += disc(x, y + 9, 19);
  }
  return (
    stroke('#1B2A2A', `M${fx} ${fy}Q${mx} ${my} ${tx} ${ty}`, 3) +
    fill('#F8D98A', glow, ' opacity=".35"') +
    fill('#FFF0BE', bulbs)
  );
};

const table = (x: number, y: number, wide: number, scale: number): string => {
  const drop = 40 * scale;
  const checks = Array.from({ length: Math.round(wide / (26 * scale)) }, (_, index) =>
    index % 2 ? rect(x + index * 26 * scale, y, 26 * scale, drop) : '',
  ).join('');
  return [
    stroke(
      '#3E2911',
      `M${x + 30} ${y + drop}v${60 * scale}M${x + wide - 30} ${y + drop}v${60 * scale}`,
      10 * scale,
    ),
    fill('#FBFAF4', `M${x + 18} ${y - 14 * scale}h${wide - 36}l18 ${14 * scale}h${-wide}z`),
    fill('#F0ECDF', rect(x, y, wide, drop)),
    fill('#98190F', checks),
    fill(
      '#B5382A',
      Array.from({ length: Math.round(wide / (26 * scale)) }, (_, index) =>
        index % 2 ? '' : rect(x + index * 26 * scale, y + drop / 2, 26 * scale, drop / 2),
      ).join(''),
      ' opacity=".45"',
    ),
  ].join('');
};

export function openHouse(): Scene {
  const [width, height] = [1600, 1067];
  const evening = { ...veiled('#2F4A55', 0.24), w: '#FFD877' };
  const random = dice(44);
  const SHIRTS = [
    ['#E3AC2F', '#B57F1C'],
    ['#2E6A46', '#17492C'],
    ['#98190F', '#6B1009'],
    ['#F0ECDF', '#C9BD98'],
    ['#5E7F92', '#41566B'],
    ['#5E9A6A', '#2E6A46'],
  ] as const;
  const CAPS = ['#17492C', undefined, '#D5CFBD', undefined, '#E3AC2F', '#98190F'] as const;
  const HAIR = ['#3B2A1A', '#8A6433', '#B9B29C', '#6B3A1E'] as const;
  const SKIN = ['#D9A57F', '#C58F63', '#9C6B45', '#7A4E2E'] as const;
  const guest = (x: number, y: number, scale: number, index: number, looks: -1 | 0 | 1 | 2): string => {
    const [shirt, shade] = SHIRTS[index % 6] ?? SHIRTS[0];
    const cap = CAPS[(index * 5) % 6];
    return person({
      x,
      y,
      scale: scale * (0.92 + random() * 0.12),
      shirt,
      shade,
      trousers: '#2B3B42',
      looks,
      hair: HAIR[(index * 3) % 4] ?? '#3B2A1A',
      skin: SKIN[(index * 7) % 4] ?? '#C58F63',
      ...(cap ? { cap } : {}),
      seated: true,
      arms: [
        [-16, -58, -8, -54],
        [16, -58, 9, -54],
      ],
    });
  };
  const side = (
    y: number,
    scale: number,
    from: number,
    count: number,
    step: number,
    seed: number,
    back = false,
  ): string =>
    Array.from({ length: count }, (_, index) =>
      guest(
        from + index * step + random() * 14,
        y,
        scale,
        index + seed,
        back ? 2 : (([1, -1, 0] as const)[(index + seed) % 3] ?? 0),
      ),
    ).join('');
  return {
    width,
    height,
    name: 'Open house supper',
    parts: [
      sky(width, 700, ['#1E3B45', '#2F5662', '#52777A', '#97A587', '#E0BC72', '#F0B65C'], {
        count: 11,
        seed: 93,
      }),
      streaks('#F2CD72', [
        [120, 500, 420, 14],
        [980, 470, 480, 16],
        [1100, 520, 300, 9],
      ]),
      fill('#F7EFD6', 'M1352 88a46 46 0 1 0 62 58 42 42 0 0 1-62-58z'),
      trees(-10, 260, 652, 70, 3, '#3E5C4C'),
      trees(1330, 1640, 652, 80, 4, '#3E5C4C'),
      lit(evening, place(300 - 360 * 2.3, 668 - 156 * 2.3, 2.3, steelBins() + crib() + concrete())),
      fill('#5B6B49', `M0 660Q800 640 1600 662V${height}H0z`),
      fill('#6B7A50', `M0 740Q800 716 1600 742V${height}H0z`),
      fill('#F2CD72', oval(800, 880, 640, 130), ' opacity=".2"'),
      stroke('#2B1B0C', 'M70 900V250M1530 900V240M800 720V300', 14),
      lamps(70, 260, 800, 310, 60, 13),
      lamps(800, 310, 1530, 250, 60, 13),
      lamps(-40, 180, 70, 260, 8, 3),
      lamps(1530, 250, 1660, 190, 8, 3),
      // The grill, its smoke, its cook.
      fill(
        '#C9C9B4',
        disc(1330, 560, 26) + disc(1350, 510, 34) + disc(1320, 455, 38) + disc(1352, 395, 30),
        ' opacity=".4"',
      ),
      person({
        x: 1400,
        y: 800,
        scale: 2.3,
        shirt: '#FBFAF4',
        shade: '#D5CFBD',
        trousers: '#2B3B42',
        bib: '#98190F',
        looks: -1,
        cap: '#17492C',
        arms: [
          [-18, -64, -30, -60],
          [12, -62, 4, -50],
        ],
      }),
      fill('#191E19', 'M1240 690h120q-6 50-60 50t-60-50z'),
      stroke('#191E19', 'M1264 726l-20 76M1336 726l20 76M1300 738v64', 8),
      fill('#E79A3A', 'M1246 684h108v7h-108z'),
      person({
        x: 180,
        y: 800,
        scale: 1.6,
        shirt: '#E3AC2F',
        shade: '#B57F1C',
        trousers: '#41566B',
        looks: 1,
        hair: '#6B3A1E',
        arms: [
          [-18, -70, -26, -60],
          [18, -70, 28, -82],
        ],
        legs: [
          [-12, -26, -24, -14],
          [10, -26, 16, -2],
        ],
      }),
      person({
        x: 270,
        y: 806,
        scale: 1.45,
        shirt: '#98190F',
        shade: '#6B1009',
        trousers: '#2B3B42',
        looks: 1,
        hair: '#B57F1C',
        skirt: '#98190F',
        arms: [
          [-18, -70, -28, -72],
          [18, -70, 28, -66],
        ],
        legs: [
          [-12, -26, -22, -12],
          [10, -26, 18, -2],
        ],
      }),
      side(866, 2.2, 430, 8, 102, 1),
      table(380, 752, 840, 1),
      plates(420, 748, 8, 100, 1),
      side(1046, 3.1, 270, 8, 152, 4),
      table(150, 880, 1300, 1.5),
      plates(220, 876, 8, 158, 1.5),
      fill('#3E2911', 'M210 1030H1390V1052H210zM260 1050h22v40h-22zM1318 1050h22v40h-22z'),
      side(1212, 3.9, 330, 4, 300, 2, true),
      dog(1330, 1058, 3.2, '#8A5A2A', '#F0ECDF', '#5B3A1A'),
      tufts({ left: 0, right: width, top: 1000, bottom: 1090 }, 300, 9, '#3E5C3C', [14, 44], 0.5),
    ],
  };
}

function plates(x: number, y: number, count: number, step: number, scale: number): string {
  let [china, food, corn] = ['', '', ''];
  for (let index = 0; index < count; index++) {
    china += oval(x + index * step, y, 26 * scale, 6 * scale);
    food += oval(x + index * step - 4 * scale, y - 3 * scale, 12 * scale, 5 * scale);
    corn += rect(x + index * step + 4 * scale, y - 6 * scale, 16 * scale, 5 * scale);
  }
  return fill('#FFFFFF', china) + fill('#8A4B1C', food) + fill('#F2CD72', corn);
}
