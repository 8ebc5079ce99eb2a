import { disc, oval } from '../shapes.ts';
import { concrete, crib, steelBins } from '../skyline.ts';
import { swell, trees } from './land.ts';
import { pickup } from './machinery.ts';
import { dice, fill, lit, place, round, type Scene, stroke, veiled } from './paint.ts';
import { dog, person } from './people.ts';
import { sky } from './sky.ts';

const pine = (x: number, y: number, s: number): string =>
  place(
    x,
    y,
    s,
    fill('#1E3A36', 'M-4 0h8v-16h-8zM-34-12L0-64 34-12zM-28-40L0-92 28-40zM-20-70L0-118 20-70z') +
      fill(
        '#E9EFEC',
        'M-34-12L0-64l6 9-14 26-10 4-8 12zM-28-40L0-92l5 8-12 24-8 4-6 10zM-20-70L0-118l5 10-12 24z',
      ),
  );

export function winter(): Scene {
  const [width, height] = [1600, 1067];
  const night = {
    ...veiled('#3B5563', 0.28),
    w: '#FFD877',
    p: '#DDE4E0',
    i: '#C9D4D2',
    j: '#9DAFB1',
    q: '#758A90',
  };
  const random = dice(12);
  const flakes = (count: number, size: number, color: string): string =>
    fill(
      color,
      Array.from({ length: count }, () =>
        disc(random() * width, random() * 960, size * (0.6 + random() * 0.7)),
      ).join(''),
    );
  const scale = 3.1;
  return {
    width,
    height,
    name: 'Snow at closing time',
    parts: [
      sky(width, 720, ['#22404D', '#35586A', '#547A87', '#8BA3A3', '#C9C3AA', '#E9C98C'], {
        count: 11,
        seed: 83,
      }),
      flakes(120, 2.2, '#8FA7B0'),
      trees(-10, 420, 722, 60, 7, '#5B7880'),
      trees(1250, 1640, 722, 70, 8, '#5B7880'),
      swell(width, 716, 16, height, '#A9BDC4', 9),
      lit(
        night,
        place(168 - 360 * scale, 742 - 156 * scale, scale, steelBins() + crib() + concrete() + roofSnow()),
      ),
      ...[
        [96, 760, 1.7],
        [30, 790, 2.2],
        [1540, 770, 1.9],
        [1480, 752, 1.3],
      ].map(([x = 0, y = 0, s = 1]) => pine(x, y, s)),
      fill('#DCE6E8', `M0 744Q300 724 640 738T1600 742V${height}H0z`),
      fill('#F0F4F3', `M0 800Q360 760 760 790T1600 780V${height}H0z`),
      // Lamp light on the snow, blue shadows to the right.
      fill('#B7CAD2', 'M1390 742l240 40H1240l-180-40z'),
      fill('#FBE3A2', oval(850, 826, 190, 20)),
      fill('#FFF0C4', oval(840, 824, 110, 11)),
      stroke('#20363F', 'M884 826V560q0-26-28-26h-26', 8),
      fill('#FFE9A8', 'M802 536h36l-8 20h-20z'),
      fill('#FFE9A8', 'M806 556h28l86 270H720z', ' opacity=".22"'),
      // The tracks of the last truck.
      fill(
        '#C3D2D8',
        'M560 1067Q700 900 1010 800l22 0Q760 900 640 1067zM760 1067Q860 920 1066 806l22 0Q930 920 840 1067z',
      ),
      fill('#B7CAD2', oval(590, 924, 190, 12)),
      lit({ ...night, a: '#98190F', l: '#B5382A', d: '#6B1009' }, place(400, 922, 2.1, pickup())),
      fill(
        '#F4F6F2',
        'M502 820q50-20 90-6l6 10-100 2zM600 856q60-14 116-4v10H596zM412 838q30-14 64-12l-2 8-60 12z',
      ),
      fill('#FFF0C4', 'M404 882L-20 830V960L404 900z', ' opacity=".4"'),
      fill('#B7CAD2', oval(1190, 916, 70, 8)),
      person({
        x: 1150,
        y: 912,
        scale: 2.3,
        shirt: '#E3AC2F',
        shade: '#B57F1C',
        trousers: '#2B3B42',
        looks: -1,
        cap: '#98190F',
        arms: [
          [-18, -66, -30, -52],
          [8, -60, -14, -44],
        ],
        legs: [
          [-10, -24, -12, -2],
          [10, -24, 14, -2],
        ],
      }),
      round('#6B4A22', 'M1120 806L1064 892', 7),
      fill('#8FA3A8', 'M1072 876l-30 14 10 22 30-14z'),
      fill('#F0F4F3', 'M1020 900q20-30 52-18l6 26q-30 8-58-8z'),
      dog(1310, 934, 2.2, '#5B3A1A', '#F0ECDF', '#3A2411'),
      flakes(160, 3.6, '#F4F6F2'),
      flakes(46, 6.4, '#FFFFFF'),
    ],
  };
}

/** Draws snow on the roofs of the skyline's elevator, in its units. */
function roofSnow(): string {
  return [
    fill(
      '#F4F6F2',
      'M356 86L384 65.500q4-2 8 0L420 86q-4 1.500-7 0-4 1.500-7 0-5 1.500-9 0-5 1.500-9 0-5 1.500-9 0-5 1.500-9 0-4 1.500-7 0-3 1-7 0zM428.500 106L450 90.500q3-1.500 6 0L477.500 106q-4 1.500-7 0-5 1.500-9 0-5 1.500-9 0-5 1.500-9 0-4 1.500-8 0-3 1-7 0z',
    ),
    fill(
      '#F4F6F2',
      'M479 90L502 63l3 3L482 92zM534 63l23 27-3 2-21-26zM498 41L518 22.500 538 41l-2 2.500L518 27 500 43.500z',
    ),
    fill('#F4F6F2', 'M549 116l33 15v3l-33-15z'),
    fill(
      '#F4F6F2',
      'M599 8q20-4 44 0v3h-44zM605.500-.5q10-3 23 0V2h-23zM638.500 40q26-4 56 0v3h-56zM588 51h14v3h-14zM640 51h56v3h-56zM690 76q36-5 71 0v3h-71z',
    ),
  ].join('');
}
