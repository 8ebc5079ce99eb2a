import { tractor } from '../machines.ts';
import { oval } from '../shapes.ts';
import { elevator } from './home-elevator.ts';
import { cornWall, rows, swell, trees, tufts } from './land.ts';
import { combine, grainCart } from './machinery.ts';
import { fill, lit, mirrored, place, round, type Scene, veiled } from './paint.ts';
import { birds, dust, sky, streaks, sun } from './sky.ts';

export function harvestAtDusk(): Scene {
  const [width, height] = [1600, 1200];
  const evening = veiled('#8A4B1C', 0.14);
  const ground = 900;
  return {
    width,
    height,
    name: 'Harvest at dusk',
    parts: [
      sky(width, 700, ['#24483F', '#4E7360', '#9FA873', '#E2BF63', '#F0B648', '#E79A3A'], {
        count: 13,
        seed: 4,
      }),
      sun(430, 560, 104, '#FFF2C4', '#FBD98A', 4),
      streaks('#7E8C62', [
        [760, 150, 520, 16],
        [900, 176, 380, 10],
        [120, 110, 360, 12],
      ]),
      streaks('#F6CF74', [
        [560, 330, 560, 16],
        [90, 390, 300, 10],
        [1020, 420, 460, 12],
        [240, 486, 520, 10],
      ]),
      birds('#24483F', [
        [930, 236, 15],
        [962, 252, 14],
        [994, 268, 14],
        [1026, 286, 13],
        [966, 214, 13],
        [1000, 196, 13],
        [1034, 180, 12],
      ]),
      elevator(1150, 652, 0.86, veiled('#C98F3E', 0.5)),
      trees(0, 360, 636, 46, 8, '#8C7A3C', '#B08F42'),
      trees(820, 1140, 636, 40, 9, '#8C7A3C'),
      swell(width, 640, 22, height, '#A9772E', 3),
      trees(-20, 260, 690, 70, 18, '#5E5A2C', '#8C7A3C'),
      fill('#B98A34', `M0 690Q500 664 900 684T1600 676V${height}H0z`),
      rows({ vanish: 430, horizon: 640, bottom: 1200, width }, 150, 0.42, '#9A6D25', 0.2, 690),
      fill('#C99A3E', `M0 756Q600 726 1600 762V${height}H0z`),
      rows({ vanish: 430, horizon: 590, bottom: 1210, width }, 190, 0.36, '#A87628', 0, 758),
      tufts({ left: 0, right: width, top: 770, bottom: 1180 }, 1150, 5, '#F0CC72', [8, 34], 0.3),
      tufts({ left: 0, right: width, top: 770, bottom: 1190 }, 800, 6, '#6B4A22', [7, 30], 0.3),
      fill('#7A5420', oval(1180, ground - 14, 360, 11)),
      lit(evening, mirrored(1466, ground - 20 - 248, 2, tractor())),
      lit(evening, mirrored(1200, ground - 16, 2.3, grainCart())),
      round('#F6D687', 'M934 566Q946 620 950 690', 13),
      round('#E3AC2F', 'M938 570Q950 626 953 690', 6),
      fill('#7A5420', oval(700, ground + 4, 470, 13)),
      cornWall(-60, 330, ground + 4, 330, 21, ['#8A6A2A', '#B98F3A', '#D9B65A']),
      cornWall(-40, 260, ground + 60, 380, 22, ['#5E4A20', '#8A6E2E', '#B98F3A']),
      lit(evening, place(246, ground, 2.2, combine())),
      dust(850, ground + 6, 560, 120, '#F8DDA0', 12),
      tufts({ left: 200, right: 1100, top: 902, bottom: 960 }, 240, 8, '#F0CC72', [14, 24], 0.3),
      cornWall(-120, 190, 1240, 620, 31, ['#3B2E18', '#57431F', '#7A5E28'], 0.1),
      tufts({ left: 120, right: width, top: 1120, bottom: 1230 }, 260, 41, '#4A3216', [40, 90], 0.35),
    ],
  };
}
