import { tractor } from '../machines.ts';
import { oval } from '../shapes.ts';
import { farm } from '../skyline.ts';
import { rows, swell, trees, tufts } from './land.ts';
import { planter } from './machinery.ts';
import { DAY, fill, lit, place, type Scene, veiled } from './paint.ts';
import { birds, CLOUD, dust, heap, sky } from './sky.ts';

export function planting(): Scene {
  const [width, height] = [1600, 1067];
  const ground = 800;
  return {
    width,
    height,
    name: 'Planting the north quarter',
    parts: [
      sky(width, 640, ['#A9C8C2', '#C3D8CC', '#DDE5D2', '#F3EBD0'], { count: 9, seed: 33 }),
      heap(1230, 470, 560, 170, 3, CLOUD),
      heap(300, 400, 440, 110, 4, CLOUD),
      heap(760, 350, 300, 66, 15, CLOUD),
      trees(0, 640, 612, 44, 5, '#9DB58C', '#B7C79B'),
      trees(1100, 1640, 612, 52, 6, '#9DB58C', '#B7C79B'),
      lit(veiled('#DDE5C8', 0.28), place(130 - 204 * 2.3, 630 - 154 * 2.3, 2.3, farm(0))),
      swell(width, 622, 14, height, '#7FA271', 7),
      fill('#A89A62', `M0 664Q800 640 1600 668V${height}H0z`),
      fill('#6B4A22', `M0 688H1600V${height}H0z`),
      rows({ vanish: 1180, horizon: 560, bottom: 1067, width }, 150, 0.5, '#5A3D1B', 0, 690),
      rows({ vanish: 1180, horizon: 560, bottom: 1067, width }, 150, 0.12, '#8A6433', 0.62, 690),
      tufts({ left: 0, right: width, top: 720, bottom: 1060 }, 800, 5, '#8A6433', [3, 14], 1.6),
      tufts({ left: 0, right: width, top: 720, bottom: 1060 }, 300, 6, '#C9A867', [4, 18], 2),
      dust(1120, ground, 520, 130, '#D9C08A', 17),
      fill('#3E2911', oval(760, ground + 6, 470, 11)),
      lit(DAY, place(850, ground, 2.7, planter())),
      lit(DAY, place(420, ground - 124 * 3.3, 3.3, tractor())),
      birds(
        '#FBFAF4',
        [
          [1250, 500, 26],
          [1330, 560, 22],
          [1420, 470, 28],
          [1180, 590, 18],
          [1500, 600, 24],
          [1390, 640, 20],
        ],
        5,
      ),
      birds(
        '#474D44',
        [
          [1000, 430, 14],
          [1046, 410, 12],
        ],
        3,
      ),
      tufts({ left: 0, right: width, top: 960, bottom: 1090 }, 90, 16, '#3E2911', [10, 30], 2),
      tufts({ left: 0, right: width, top: 1040, bottom: 1090 }, 300, 26, '#2E6A46', [24, 70], 0.5),
    ],
  };
}
