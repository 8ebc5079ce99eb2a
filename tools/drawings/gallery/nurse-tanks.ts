import { oval } from '../shapes.ts';
import { elevator } from './home-elevator.ts';
import { bareTree, swell, tufts } from './land.ts';
import { nurseTank } from './machinery.ts';
import { fill, lit, place, type Scene, veiled } from './paint.ts';
import { person } from './people.ts';
import { sky, streaks, sun } from './sky.ts';

export function nurseTanks(): Scene {
  const [width, height] = [1600, 1067];
  const line = Array.from({ length: 9 }, (_, index) => {
    const depth = 1 + (8 - index) * 0.42;
    return {
      x: 1010 - 1180 * (1 - 1 / depth),
      y: 520 + 440 / depth,
      scale: 3.25 / depth,
      haze: Math.min(0.4, (depth - 1) * 0.11),
    };
  });
  return {
    width,
    height,
    name: 'Nurse tanks, ready in March',
    parts: [
      sky(width, 600, ['#B7C6C4', '#CCD5CC', '#E2E2D2', '#F4E6C2'], { count: 9, seed: 53 }),
      streaks('#FBFAF4', [
        [200, 150, 560, 22],
        [360, 186, 420, 14],
        [980, 250, 520, 20],
        [1100, 282, 300, 10],
        [40, 340, 360, 14],
      ]),
      sun(220, 450, 56, '#FFF6DA', '#FAE6B4', 3),
      elevator(1090, 560, 1.05, veiled('#DCDCC6', 0.36)),
      swell(width, 560, 18, height, '#B9AF86', 17),
      bareTree(120, 580, 230, 3, '#7B7A66'),
      bareTree(250, 576, 170, 5, '#8F8C76'),
      bareTree(880, 570, 120, 7, '#9A967F'),
      fill('#8A7A50', `M0 590Q800 566 1600 592V${height}H0z`),
      fill('#C7C0AA', `M-20 640Q460 560 1700 612V${height}H-20z`),
      fill('#B7AF96', `M-20 760Q700 640 1700 700V${height}H-20z`),
      fill('#D5CFBD', `M0 960Q400 880 900 960T1600 930V${height}H0z`),
      // Meltwater.
      fill('#AEBFBE', 'M90 920q180-34 400 0 60 24-60 40-230 22-340-10-60-16 0-30z'),
      fill('#E6E6D6', 'M150 926q120-20 250-6 30 8-20 14-160 8-230-8z'),
      ...line.map(({ x, y, scale, haze }) =>
        place(x, y, scale, fill('#8F8A74', oval(110, 0, 150, 9)) + lit(veiled('#DCDCC6', haze), nurseTank())),
      ),
      fill('#A39C82', oval(700, 1000, 110, 8)),
      person({
        x: 640,
        y: 1000,
        scale: 2.9,
        shirt: '#E3AC2F',
        shade: '#B57F1C',
        trousers: '#17492C',
        bib: '#17492C',
        looks: 1,
        cap: '#0E331E',
        arms: [
          [-15, -62, -10, -48],
          [20, -64, 34, -70],
        ],
        legs: [
          [-9, -24, -14, -2],
          [8, -24, 9, -2],
        ],
      }),
      fill('#FBFAF4', 'M736 780l24 6-6 42-24-6z'),
      tufts({ left: 0, right: width, top: 1000, bottom: 1090 }, 320, 3, '#8A7A50', [10, 44], 0.6),
    ],
  };
}
