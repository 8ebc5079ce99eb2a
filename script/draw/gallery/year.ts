/** The rest of the year: the storm over the beans, snow at the elevator, and three days with people in them. */
import { loadFont, wordPath } from '../lettering.ts';
import { num } from '../numbers.ts';
import { blade } from '../plants.ts';
import { disc, oval, rect } from '../shapes.ts';
import { crib, farm, steelBins, concrete } from '../skyline.ts';
import { elevator } from './autumn.ts';
import { birds, down, heap, sky, streaks, swell, trees, tufts, type Tones, type View } from './land.ts';
import { pickup } from './machinery.ts';
import { dice, fill, lit, mix, place, round, stroke, veiled, type Scene } from './paint.ts';
import { calf, dog, person } from './people.ts';

const SLAB = loadFont('@fontsource/besley/files/besley-latin-700-normal.woff');

const word = (
  text: string,
  x: number,
  y: number,
  cap: number,
  colour: string,
  anchor: 'start' | 'middle' = 'start',
): string => fill(colour, wordPath(SLAB, text, { x, y, cap, spacing: cap * 0.06, anchor, decimals: 1 }));

/** The top of a bean plant: leaves in threes that face the light. */
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

/** Snow as it lies on the roofs of the skyline's elevator, in its own units. */
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
  const flakes = (count: number, size: number, colour: string): string =>
    fill(
      colour,
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

const rope = (at: number): number => 250 + 70 * Math.sin((((at + 30) % 640) / 640) * Math.PI);

export function fairCalf(): Scene {
  const [width, height] = [1200, 1500];
  const random = dice(14);
  const straw = (top: number, bottom: number, count: number, colour: string): string =>
    stroke(
      colour,
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
      // The open door on the left, and the light that comes in by it.
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
      // Rails, and those who look on.
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
      // The boy far side, the calf, the halter.
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

export function theCounter(): Scene {
  const [width, height] = [1600, 1067];
  const boards = Array.from({ length: 11 }, (_, index) => `M0 ${60 + index * 64}H1600`).join('');
  const capShelf = Array.from({ length: 7 }, (_, index) =>
    place(
      1120 + index * 64,
      196,
      3.1,
      fill(
        ['#17492C', '#E3AC2F', '#98190F', '#2E6A46', '#FBFAF4', '#17492C', '#B57F1C'][index] ?? '#17492C',
        'M-9 0q0-10 9-10t9 10zM-10-1q-6 1-7 3h14z',
      ),
    ),
  );
  const bid = (name: string, price: string, y: number): string =>
    word(name, 124, y, 24, '#F0ECDF') +
    word(price, 388, y, 24, '#F2CD72') +
    stroke('#5E7566', `M124 ${y + 16}H492`, 2);
  return {
    width,
    height,
    name: 'The crew at the counter',
    parts: [
      fill('#F0E6CC', `M0 0H${width}V${height}H0z`),
      fill('#F7EFDA', 'M0 0H900L520 760H0z'),
      stroke('#E2D6B6', boards, 3),
      fill('#C9BD98', 'M0 0H1600V26H0z'),
      // Board with the day's bids.
      fill('#6B4A22', rect(84, 96, 450, 330)),
      fill('#8A6433', rect(84, 96, 450, 10)),
      fill('#1F3A2B', rect(98, 110, 422, 302)),
      word('TODAY', 309, 172, 30, '#FBFAF4', 'middle'),
      stroke('#F2CD72', 'M124 192H492', 3),
      bid('Corn', '4.12', 250),
      bid('Beans', '10.47', 312),
      bid('Wheat', '5.70', 374),
      // Window on the yard.
      fill('#6B4A22', rect(606, 84, 424, 366)),
      `<clipPath id="pane"><path d="M624 102h388v330H624z"/></clipPath><g clip-path="url(#pane)">`,
      fill('#BFD8D0', rect(624, 102, 388, 330)),
      fill('#DCE7D6', rect(624, 250, 388, 180)),
      heap(720, 260, 260, 70, 61, ['#FFFFFF', '#F4F1E4', '#DCE0D3']),
      trees(620, 1020, 388, 34, 3, '#9DB58C'),
      elevator(630, 392, 0.92, veiled('#DCE7D6', 0.12)),
      fill('#D5CFBD', rect(624, 390, 388, 60)),
      '</g>',
      stroke('#FBFAF4', 'M818 102v330M624 267h388', 10),
      fill('#8A6433', 'M592 450h452v22H592z'),
      fill('#FFF7DC', 'M624 472L300 760H720L1012 472z', ' opacity=".5"'),
      // Caps for sale, a calendar, the coffee.
      fill('#8A6433', 'M1090 196h470v14h-470z'),
      fill('#6B4A22', 'M1110 210h10v24h-10zM1530 210h10v24h-10z'),
      ...capShelf,
      fill('#FBFAF4', rect(1130, 280, 150, 190)),
      fill('#17492C', rect(1130, 280, 150, 60)),
      stroke('#B9B29C', 'M1144 366h122M1144 392h122M1144 418h122M1144 444h122', 4),
      fill('#98190F', disc(1224, 418, 9)),
      fill('#474D44', 'M1380 560V440h120v26h-30v94z'),
      fill('#747A6D', 'M1380 440h30v120h-30z'),
      fill('#3A1D10', 'M1420 480h46l8 60h-62z'),
      fill('#8A6433', 'M1340 560h260v18h-260z'),
      // The crew.
      person({
        x: 520,
        y: 1010,
        scale: 5.4,
        shirt: '#2E6A46',
        shade: '#17492C',
        trousers: '#191E19',
        looks: 1,
        hair: '#6B3A1E',
        seated: true,
        skin: '#D9A57F',
        arms: [
          [-17, -60, -6, -56],
          [19, -60, 34, -58],
        ],
      }),
      person({
        x: 800,
        y: 1000,
        scale: 5.7,
        shirt: '#E3AC2F',
        shade: '#B57F1C',
        trousers: '#191E19',
        looks: 0,
        cap: '#17492C',
        seated: true,
        skin: '#9C6B45',
        arms: [
          [-20, -58, -8, -56],
          [20, -58, 12, -54],
        ],
      }),
      person({
        x: 240,
        y: 1020,
        scale: 5.2,
        shirt: '#5E7F92',
        shade: '#41566B',
        trousers: '#191E19',
        looks: 1,
        cap: '#E3AC2F',
        seated: true,
        arms: [
          [-18, -64, -14, -52],
          [18, -62, 28, -66],
        ],
      }),
      fill('#FBFAF4', 'M380 640l50-12 10 48-50 12z'),
      // The counter.
      fill('#6B4A22', 'M0 744H1600V1067H0z'),
      fill('#7E5A2C', 'M0 744H560L420 1067H0z'),
      stroke(
        '#4A3216',
        Array.from({ length: 13 }, (_, index) => `M${index * 130 - 10} 790V1067`).join(''),
        5,
      ),
      fill('#C9952F', 'M0 716H1600V748H0z'),
      fill('#F2CD72', 'M0 716H1600V724H0z'),
      fill('#3E2911', 'M0 748H1600V764H0z'),
      // On it: the bell, tickets, sacks of seed samples, a mug.
      fill('#E3AC2F', 'M660 716q0-34 36-34t36 34z'),
      fill('#F2CD72', 'M660 716q0-34 36-34-20 8-22 34z'),
      fill('#6B4A22', disc(696, 680, 7)),
      fill('#FBFAF4', 'M930 716l14-76h120l-8 76z'),
      stroke('#B9B29C', 'M952 662h92M948 680h92M946 698h70', 4),
      fill('#17492C', 'M944 640h120l-2 14H942z'),
      fill('#F0ECDF', 'M84 716v-56h62v56z'),
      stroke('#F0ECDF', 'M146 672q26 0 24 18t-26 16', 8),
      fill('#D5CFBD', 'M124 660h22v56h-22z'),
      // A farmer this side of it, his dog beside him.
      person({
        x: 1230,
        y: 1240,
        scale: 7,
        shirt: '#98190F',
        shade: '#6B1009',
        trousers: '#41566B',
        bib: '#41566B',
        looks: -1,
        cap: '#D5CFBD',
        arms: [
          [-20, -66, -34, -72],
          [18, -58, 16, -44],
        ],
      }),
      fill('#FBFAF4', 'M968 728l54-24 16 34-54 24z'),
      dog(1480, 1062, 4.8, '#D9B98A', '#F7EFDA', '#B58A52'),
    ],
  };
}

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
      // Posts and lamps.
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
      // Children run.
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
      // Far table, near table.
      side(866, 2.2, 430, 8, 102, 1),
      table(380, 752, 840, 1),
      plates(420, 748, 8, 100, 1),
      side(1046, 3.1, 270, 8, 152, 4),
      table(150, 880, 1300, 1.5),
      plates(220, 876, 8, 158, 1.5),
      // Those with their backs to us.
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
