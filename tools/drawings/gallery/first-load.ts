import { disc, oval, rect } from '../shapes.ts';
import { concrete, steelBins } from '../skyline.ts';
import { trees, tufts } from './land.ts';
import { semi } from './machinery.ts';
import { DAY, fill, lit, place, type Scene, stroke, veiled } from './paint.ts';
import { dog, person } from './people.ts';
import { birds, sky, streaks, sun } from './sky.ts';

export function onTheScale(): Scene {
  const [width, height] = [1600, 1067];
  return {
    width,
    height,
    name: 'First load of the morning',
    parts: [
      sky(width, 720, ['#BFD3C6', '#D9E0CB', '#F0E9CB', '#F8E3A8'], { count: 10, seed: 14 }),
      sun(130, 520, 70, '#FFF6D8', '#FBE7AE', 3),
      streaks('#FBFAF4', [
        [420, 120, 420, 16],
        [520, 146, 260, 10],
        [1060, 200, 380, 14],
        [60, 250, 260, 10],
      ]),
      trees(0, 520, 700, 54, 5, '#B5BE96', '#CBCDA0'),
      trees(1300, 1640, 700, 60, 6, '#A8B58D', '#C0C598'),
      lit(veiled('#E9E2BC', 0.34), place(330 - 360 * 2.5, 716 - 156 * 2.5, 2.5, steelBins())),
      lit(veiled('#E9E2BC', 0.14), place(660 - 592 * 4.1, 740 - 156 * 4.1, 4.1, concrete())),
      birds('#17492C', [
        [610, 150, 13],
        [646, 136, 12],
        [690, 160, 13],
        [726, 126, 11],
        [570, 180, 12],
      ]),
      fill('#D5CFBD', `M0 704Q800 690 1600 706V${height}H0z`),
      fill('#C7C0AA', `M0 760Q700 742 1600 770V${height}H0z`),
      fill('#8F8A74', 'M250 886h1180l40 34H210z'),
      // The deck of the scale, its rail, and the truck's long shadow.
      fill('#747A6D', 'M120 880H1460l60 40H70z'),
      fill('#474D44', 'M70 920h1450v16H70z'),
      stroke('#8F968A', 'M360 880l-26 40M640 880l-12 40M920 880l6 40M1200 880l22 40', 3),
      fill('#474D44', 'M420 892H1460l50 22H520z'),
      place(40, 850, 1.12, scaleHouseNear()),
      lit(DAY, place(452, 898, 2.42, semi())),
      stroke('#0E331E', 'M404 896V640', 9),
      fill('#0E331E', rect(386, 566, 36, 82)),
      fill('#98190F', disc(404, 588, 13)),
      fill('#3A4136', disc(404, 626, 13)),
      fill('#8F8A74', oval(390, 990, 110, 9) + oval(250, 996, 70, 7)),
      person({
        x: 330,
        y: 990,
        scale: 2.3,
        shirt: '#E3AC2F',
        shade: '#B57F1C',
        trousers: '#474D44',
        looks: 1,
        cap: '#17492C',
        arms: [
          [-15, -62, -10, -50],
          [20, -66, 32, -80],
        ],
      }),
      fill('#FBFAF4', 'M398 800l26-8 8 28-26 8z'),
      dog(216, 998, 2.5, '#8A5A2A', '#F0ECDF', '#5B3A1A'),
      tufts({ left: 0, right: width, top: 985, bottom: 1067 }, 380, 3, '#A39C82', [4, 12], 1.4),
      tufts({ left: 0, right: width, top: 1010, bottom: 1080 }, 240, 4, '#5E9A6A', [14, 40], 0.4),
    ],
  };
}

function scaleHouseNear(): string {
  const boards = Array.from({ length: 15 }, (_, index) => `M0 ${-260 + index * 17}h300`).join('');
  return [
    fill('#F0ECDF', rect(0, -260, 300, 260)),
    fill('#D5CFBD', rect(236, -260, 64, 260)),
    stroke('#B9B29C', boards, 2),
    fill('#17492C', 'M-26-250L34-340h232l60 90z'),
    fill('#2E6A46', 'M-26-250L34-340h56l-46 90z'),
    fill('#0E331E', 'M-26-252h352v10H-26z'),
    fill('#0E331E', rect(220, -390, 26, 60)),
    fill('#17492C', rect(24, -190, 84, 190)),
    fill('#2E6A46', rect(24, -190, 26, 190)),
    fill('#0E331E', rect(94, -100, 8, 16)),
    fill('#0E331E', rect(132, -202, 138, 102)),
    fill('#F2CD72', rect(139, -195, 124, 88)),
    fill('#E3AC2F', 'M139-150l60-45h64l-124 88z'),
    person({
      x: 206,
      y: -34,
      scale: 1.35,
      shirt: '#2E6A46',
      shade: '#17492C',
      trousers: '#191E19',
      looks: 1,
      hair: '#B9B29C',
      seated: true,
      arms: [
        [-13, -60, -6, -56],
        [18, -62, 34, -66],
      ],
    }),
    fill('#0E331E', 'M199-195h6v88h-6zM132-108h138v10H132z'),
    fill('#FBFAF4', rect(128, -98, 146, 8)),
  ].join('');
}
