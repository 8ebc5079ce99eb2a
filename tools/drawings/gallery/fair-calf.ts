import { num } from '../numbers.ts';
import { disc, oval } from '../shapes.ts';
import { trees } from './land.ts';
import { dice, fill, round, type Scene, stroke } from './paint.ts';
import { calf, person } from './people.ts';

const rope = (at: number): number => 250 + 70 * Math.sin((((at + 30) % 640) / 640) * Math.PI);

export function fairCalf(): Scene {
  const [width, height] = [1200, 1500];
  const random = dice(14);
  const straw = (top: number, bottom: number, count: number, color: string): string =>
    stroke(
      color,
      Array.from({ length: count }, () => {
        const y = top + random() * (bottom - top);
        return `M${num(random() * width, 0)} ${num(y, 0)}l${num((random() - 0.5) * 70, 0)} ${num((random() - 0.5) * 18, 0)}`;
      }).join(''),
      4,
    );
  const bunting = Array.from({ length: 13 }, (_, index) => {
    const x = -30 + index * 98;
    return fill(
      ['#E3AC2F', '#FBFAF4', '#98190F', '#2E6A46'][index % 4] ?? '#FBFAF4',
      `M${x} ${num(rope(x), 0)}L${x + 76} ${num(rope(x + 76), 0)}L${x + 38} ${num(rope(x + 38) + 92, 0)}z`,
    );
  });
  const boards = Array.from({ length: 26 }, (_, index) => `M${index * 48} 0V1000`).join('');
  return {
    width,
    height,
    name: 'Showmanship at the county fair',
    parts: [
      '<g transform="translate(0 -90)">',
      fill('#4A3216', `M0 0H${width}V1600H0z`),
      fill('#5F4320', `M0 0H${width}V1000H0z`),
      stroke('#4A3216', boards, 4),
      // The open door, and the light through it.
      fill('#F8E7B0', 'M0 380H250V1010H0z'),
      fill('#CFE0CC', 'M0 380H250V700H0z'),
      trees(-20, 190, 800, 120, 4, '#7FA271', '#A7C08D'),
      fill('#9DB07A', 'M0 790H250V1010H0z'),
      stroke('#2B1B0C', 'M256 360V1010M0 372H256', 18),
      fill('#F2CD72', 'M250 380L1200 900V1600H250z', ' opacity=".16"'),
      fill('#F2CD72', 'M250 560L1000 1500H250z', ' opacity=".16"'),
      // Beams.
      fill('#2B1B0C', 'M0 130H1200V178H0zM560 0h52v1000h-52zM1080 0h52v1000h-52z'),
      fill('#3E2911', 'M560 0h16v1000h-16zM1080 0h16v1000h-16z'),
      stroke('#2B1B0C', 'M612 330L760 178M560 330L420 178M1080 330L940 178', 22),
      stroke(
        '#FBFAF4',
        Array.from(
          { length: 64 },
          (_, index) => `${index ? 'L' : 'M'}${index * 20 - 30} ${num(rope(index * 20 - 30), 0)}`,
        ).join(''),
        4,
      ),
      ...bunting,
      person({
        x: 730,
        y: 1070,
        scale: 3.5,
        shirt: '#41566B',
        shade: '#2F4152',
        trousers: '#191E19',
        looks: -1,
        cap: '#E3AC2F',
        arms: [
          [-18, -58, -22, -58],
          [16, -58, 2, -56],
        ],
      }),
      person({
        x: 880,
        y: 1070,
        scale: 3.3,
        shirt: '#98190F',
        shade: '#6B1009',
        trousers: '#191E19',
        looks: -1,
        hair: '#B9B29C',
        arms: [
          [-16, -58, -14, -54],
          [16, -58, 10, -54],
        ],
      }),
      person({
        x: 1010,
        y: 1070,
        scale: 2.4,
        shirt: '#5E9A6A',
        shade: '#2E6A46',
        trousers: '#191E19',
        looks: -1,
        hair: '#6B4A22',
        arms: [
          [-14, -66, -12, -74],
          [14, -66, 10, -74],
        ],
      }),
      fill('#D5CFBD', 'M560 868H1200V886H560zM560 950H1200V968H560z'),
      fill('#F0ECDF', 'M560 868H1200V874H560zM560 950H1200V956H560z'),
      fill('#B57F1C', `M0 1000H${width}V1600H0z`),
      fill('#C9952F', `M0 1060Q500 1020 1200 1066V1600H0z`),
      fill('#E3AC2F', 'M250 1010L1200 1390V1600H0V1010z', ' opacity=".6"'),
      straw(1015, 1600, 470, '#F2CD72'),
      straw(1040, 1600, 290, '#8A6420'),
      fill('#7A5214', oval(780, 1394, 330, 20) + oval(370, 1404, 150, 14)),
      calf(860, 1396, 6.6),
      person({
        x: 330,
        y: 1400,
        scale: 6.2,
        shirt: '#FBFAF4',
        shade: '#D5CFBD',
        trousers: '#41566B',
        looks: 1,
        cap: '#17492C',
        arms: [
          [-17, -62, 14, -46],
          [20, -62, 29, -54],
        ],
        legs: [
          [-7, -24, -10, -2],
          [7, -24, 10, -2],
        ],
      }),
      round('#17492C', 'M548 1070L512 1066Q470 1150 440 1118', 8),
      // The rosette.
      fill('#98190F', 'M686 1004l-26 110 34-20 22 34 20-118z'),
      fill('#98190F', disc(706, 1000, 46)),
      fill('#B5382A', disc(700, 994, 40)),
      fill('#F2CD72', disc(706, 1000, 24)),
      straw(1420, 1600, 160, '#F7DB94'),
      '</g>',
    ],
  };
}
