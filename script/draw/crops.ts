/** Crops and what Pioneer sells with them, in 192 by 192; shown between 104 and 190 pixels. */
import { num } from './numbers.ts';
import { beads, blade, grains, leaf, midrib, type Blade } from './plants.ts';
import { at, disc, line, oval, path, rect } from './shapes.ts';
import { smallSvg } from './small.ts';

const column = (side: number): string =>
  `M${num(98 + 19 * side, 1)} 158C${num(98 + 27 * side, 1)} 118 ${num(98 + 25 * side, 1)} 66 ${num(98 + 7 * side, 1)} 30`;

/** An ear with its husk pulled down and its silk still on. */
function corn(): string[] {
  const columns = ([-78, -50, -25, 0, 25, 50, 78] as const).map((angle, index) => {
    const side = Math.sin((angle * Math.PI) / 180);
    const role = ['Y', 'Y', 'Y', 'G', 'G', 'G', 'S'][index] ?? 'G';
    return beads(
      role,
      column(side),
      3.4 + 6.4 * Math.cos((angle * Math.PI) / 180),
      9.2,
      index % 2 ? 4.6 : 0.5,
    );
  });
  const turned = [
    // Leaves that hang behind.
    leaf({ x: 96, y: 168, turn: -62, length: 92, width: 24, belly: 0.4, bend: -0.25 }),
    leaf({ x: 100, y: 168, turn: 66, length: 92, width: 22, belly: 0.4, bend: 0.3 }, ['a', 'd', 'L']),
    // Silk.
    line(
      'R',
      'M98 34Q92 14 74 10 62 9 54 20M98 34Q95 12 86 6 74 0 62 8M98 34Q99 14 108 8 120 2 130 14M98 34Q104 18 118 16 130 16 136 30M98 34Q88 20 72 20 62 22 58 34',
      1.8,
    ),
    line(
      'S',
      'M98 34Q94 12 80 6 66 4 56 13M98 34Q98 14 99 4M98 34Q96 12 92 3M98 34Q102 14 113 9 126 8 134 22M98 34Q104 22 116 22 126 24 130 36',
      1.6,
    ),
    // The ear.
    path('s', 'M78 160C66 116 74 56 98 26 122 56 130 116 118 160z'),
    path('n', 'M106 160C118 116 116 70 98 26 122 56 130 116 118 160z'),
    ...columns,
    // Husk.
    path('a', 'M100 184C78 178 58 148 50 84 70 110 84 128 99 150z'),
    path('l', 'M96 182C78 172 60 142 50 84 62 126 76 152 96 182z'),
    path('d', 'M98 184C124 176 142 146 148 88 130 116 116 130 99 150z'),
    path('a', 'M100 184C120 170 134 146 148 88 122 128 110 136 100 160z'),
    path('l', 'M98 186C80 172 76 146 84 122 96 134 108 152 108 180z'),
    path('m', 'M96 184C82 168 78 148 84 122 84 146 88 164 98 186z'),
    path('a', 'M98 186C100 160 108 138 120 124 122 150 116 174 104 186z'),
    line('M', 'M66 126q10 30 28 50', 1.2),
    line('D', 'M91 138q0 24 9 44M134 124q-10 32-26 52', 1.2),
    path('l', 'M90 180h18l-3 12H95z'),
    path('a', 'M99 180h9l-3 12h-6z'),
  ];
  return [`<g transform="rotate(9 96 100)">${turned.join('')}</g>`];
}

const leaflet = (turn: number, length: number): string => {
  const veins = [-1, 1].map((side) =>
    [0.26, 0.44, 0.62]
      .map((part) => {
        const foot = { x: Math.sin((turn * Math.PI) / 180), y: -Math.cos((turn * Math.PI) / 180) };
        return midrib({
          x: foot.x * length * part,
          y: foot.y * length * part,
          turn: turn + side * 50,
          length: length * (0.32 - part * 0.28),
          width: 0,
        });
      })
      .join(''),
  );
  return (
    leaf({ x: 0, y: 0, turn, length, width: length * 0.54, belly: 0.36 }) + line('M', veins.join(''), 0.8)
  );
};

/** A trifoliate leaf, its stalk ending at 0. */
function trifoliate(size: number): string {
  return leaflet(-72, size * 0.84) + leaflet(72, size * 0.84) + leaflet(0, size);
}

/** A pod of three beans that hangs from 0. */
const POD =
  path(
    's',
    'M0 0C-3 3-7 7-7 12q0 4 1 5-3 3-3 8 0 4 2 6-2 3-1 8 1 8 9 17C7 48 9 43 8 38q-1-4 0-7 2-3 1-8-1-4-2-5 2-4 0-9Q5 4 0 0z',
  ) +
  path(
    'g',
    'M0 0C-3 3-7 7-7 12q0 4 1 5-3 3-3 8 0 4 2 6-2 3-1 8 1 7 7 15-4-9-2-15 0-4 1-6-3-3-1-8 1-3 1-5-1-9 1-17z',
  ) +
  path('Y', 'M-4 10q-1 3 0 5M-6 23q-1 3 0 5M-5 37q-1 3 1 6', ' stroke-width="1.6" stroke-linecap="round"') +
  path('N', 'M1 17q3-1 5 0M2 31q3-1 5 0', ' stroke-width="1"');

const put = (part: string, x: number, y: number, turn: number, scale: number): string =>
  `<use href="#${part}" transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})"/>`;

/** Pods in clusters at the nodes, as they hang in August; one has opened. */
function soybeans(): string[] {
  return [
    `<defs><g id="t">${trifoliate(44)}</g><g id="p">${POD}</g></defs>`,
    line('L', 'M96 190Q92 140 97 96T98 24', 4.5),
    line('L', 'M96 142Q70 130 54 108M96 132Q126 118 142 96M97 78Q82 62 66 58M98 66Q116 52 132 46', 2.4),
    put('t', 54, 108, -46, 1),
    put('t', 143, 96, 52, 1),
    put('t', 66, 60, -56, 0.94),
    put('t', 132, 46, 58, 0.86),
    put('t', 98, 40, 2, 0.86),
    put('p', 94, 84, 30, 0.9),
    put('p', 99, 80, -34, 0.9),
    put('p', 92, 122, 48, 1),
    put('p', 95, 126, 12, 1.1),
    // The open pod with its beans.
    at(
      112,
      140,
      path('s', 'M0 0q-12 14-8 30 4 14 18 18-4-12-2-24T0 0z') +
        path('y', 'M2 0q14 6 16 22t-8 26q2-12-2-24T2 0z') +
        path('p', disc(3.5, 13, 5.4) + disc(6.5, 25, 5.8) + disc(9, 37, 5)) +
        path(
          'j',
          'M6 8.400a5.400 5.400 0 0 1 0 9.800q2-5 0-9.800zM9 19.900a5.800 5.800 0 0 1 0 10.600q2-5 0-10.600z',
        ) +
        path('n', oval(0, 13, 0.8, 1.8) + oval(2.6, 25, 0.8, 1.8) + oval(5.6, 37, 0.8, 1.6)),
      ' rotate(-38)',
    ),
  ];
}

/** A head of hard red wheat, 66 high from its foot at 0: spikelets by turns left and right, a long awn to each. */
function wheatHead(): string {
  const [left, leftLight, right, rightShade, awns] = [[''], [''], [''], [''], ['']];
  for (let index = 0; index < 7; index++) {
    const size = 1 - Math.abs(index - 2) * 0.05;
    const spec = { length: 17 * size, width: 8.4 * size, belly: 0.42 };
    const one: Blade = { ...spec, x: 0.5, y: -index * 8.2, turn: -34, bend: 0.16 };
    const two: Blade = { ...spec, x: -0.5, y: -index * 8.2 - 4.1, turn: 34, bend: -0.16 };
    left.push(blade(one));
    leftLight.push(blade({ ...one, length: one.length * 0.92 }, 'left'));
    right.push(blade(two));
    rightShade.push(blade(two, 'right'));
    awns.push(
      `M${num(-9 * size, 1)} ${num(one.y - 13, 1)}q-5-16-${num(11 - index, 1)}-${44 + index}`,
      `M${num(9 * size, 1)} ${num(two.y - 13, 1)}q5-16 ${num(11 - index, 1)}-${44 + index}`,
    );
  }
  return (
    line('S', awns.join('') + 'M0-66V-112', 0.9) +
    line('N', 'M0 2V-58', 2) +
    path('g', right.join('')) +
    path('s', rightShade.join('')) +
    path('g', left.join('')) +
    path('y', leftLight.join('')) +
    path('g', blade({ x: 0, y: -54, turn: 0, length: 16, width: 7, belly: 0.4 })) +
    path('y', blade({ x: 0, y: -54, turn: 0, length: 15, width: 7, belly: 0.4 }, 'left'))
  );
}

const head = (x: number, y: number, turn: number, scale: number): string =>
  `<use href="#h" transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})"/>`;

function wheat(): string[] {
  return [
    `<defs><g id="h">${wheatHead()}</g></defs>`,
    line('S', 'M92 192Q84 150 58 112M100 192Q108 160 138 122', 3),
    leaf({ x: 86, y: 166, turn: -52, length: 72, width: 11, belly: 0.4, bend: -0.3 }, ['m', 'l', 'A']),
    leaf({ x: 104, y: 170, turn: 56, length: 74, width: 11, belly: 0.4, bend: 0.32 }, ['l', 'a', 'M']),
    head(58, 114, -24, 0.84),
    head(137, 124, 27, 0.84),
    line('S', 'M96 192Q97 150 96 118', 3.6),
    line('Y', 'M95 192Q96 150 95 118', 1),
    head(96, 122, 1, 1.02),
  ];
}

/** A raceme: small pea flowers close around the stalk, the oldest lowest. */
function raceme(): string {
  const [back, front, light, throats] = [[''], [''], [''], ['']];
  for (let row = 0; row < 5; row++) {
    const size = 1 - row * 0.1;
    for (const side of [-1, 1, -0.45, 0.45]) {
      const middle = Math.abs(side) < 0.5;
      const spec: Blade = {
        x: side * 4,
        y: -row * 7 - (middle ? 1 : 4),
        turn: side * (88 - row * 12),
        length: (middle ? 12 : 16) * size,
        width: 9 * size,
        belly: 0.72,
      };
      (middle ? front : back).push(blade(spec));
      light.push(blade({ ...spec, width: spec.width * 0.9, length: spec.length * 0.94 }, 'left'));
      if (middle) throats.push(midrib(spec, 0.55));
    }
  }
  front.push(blade({ x: 0, y: -34, turn: 0, length: 13, width: 8, belly: 0.5 }));
  return (
    path('v', back.join('') + front.join('')) + path('u', light.join('')) + line('P', throats.join(''), 1.1)
  );
}

/** Three leaflets, widest near the tip; the middle one has a stalk of its own. */
function threeLeaflets(): string {
  const spec = { length: 30, width: 11, belly: 0.68 };
  return (
    line('L', 'M0 8V-6', 2) +
    leaf({ ...spec, x: 0, y: 0, turn: -62 }, ['m', 'l', 'A']) +
    leaf({ ...spec, x: 0, y: 0, turn: 62 }, ['l', 'a', 'M']) +
    leaf({ ...spec, x: 0, y: -4, turn: 0, length: 32 }, ['m', 'l', 'A'])
  );
}

function alfalfa(): string[] {
  return [
    `<defs><g id="r">${raceme()}</g><g id="t">${threeLeaflets()}</g></defs>`,
    line('L', 'M94 192Q100 140 92 66M96 164Q66 140 46 88M98 146Q128 122 146 78M95 118Q114 98 119 48', 3),
    put('t', 74, 148, -70, 0.9),
    put('t', 120, 128, 70, 0.9),
    put('t', 92, 176, -82, 1),
    put('t', 98, 160, 70, 1.1),
    put('t', 95, 112, -58, 0.9),
    put('t', 54, 108, 56, 0.76),
    put('t', 138, 100, -56, 0.7),
    put('t', 52, 112, -74, 0.8),
    put('t', 143, 96, 64, 0.76),
    put('t', 110, 96, 66, 0.7),
    put('r', 119, 50, 8, 0.84),
    put('r', 45, 88, -16, 1),
    put('r', 147, 80, 18, 0.94),
    put('r', 91, 70, -4, 1.3),
  ];
}

/** Broad leaves with a pale midrib, and a panicle of grain in rust. */
function sorghum(): string[] {
  // Rows of grain across the panicle, each a little off the last.
  const dark: [number, number][] = [];
  const body: [number, number][] = [];
  const light: [number, number][] = [];
  for (let row = 0; row < 17; row++) {
    const part = row / 16;
    const half = 34 * Math.sin(Math.PI * (0.06 + 0.88 * part ** 0.86)) ** 0.85;
    const count = Math.max(1, Math.round(half / 4.2));
    for (let index = 0; index < count; index++) {
      const even = count < 3 ? 0 : (2 * (index + (row % 2 ? 0.25 : -0.25))) / (count - 1) - 1;
      const across = Math.max(-1, Math.min(1, even));
      const place: [number, number] = [
        96 + across * half,
        16 + part * 92 + ((row * 7 + index * 5) % 5) - 2 + 5 * across * across,
      ];
      dark.push([place[0] + 1, place[1] + 1.4]);
      if (across < -0.15) light.push(place);
      else if (across < 0.62) body.push(place);
    }
  }
  return [
    line('L', 'M96 192V100', 6),
    line('M', 'M94.500 192V100', 1.6),
    leaf({ x: 96, y: 180, turn: -46, length: 96, width: 21, belly: 0.45, bend: -0.55 }, ['l', 'a', 'P']),
    leaf({ x: 96, y: 172, turn: 44, length: 96, width: 21, belly: 0.45, bend: 0.55 }, ['a', 'd', 'P']),
    leaf({ x: 95, y: 148, turn: -30, length: 88, width: 17, belly: 0.45, bend: -0.5 }, ['m', 'l', 'P']),
    leaf({ x: 97, y: 140, turn: 30, length: 84, width: 17, belly: 0.45, bend: 0.5 }, ['l', 'a', 'P']),
    path('c', 'M92 112C66 104 60 60 80 30 88 18 92 14 96 8 100 14 106 18 114 32 132 62 126 104 100 112z'),
    grains('C', dark, 10),
    grains('R', body, 8.4),
    grains('R', light, 8.4),
    grains(
      'O',
      light.map(([x, y]) => [x - 0.8, y - 0.8] as const),
      6,
    ),
    grains(
      'O',
      body.map(([x, y]) => [x - 1.4, y - 1.4] as const),
      2.6,
    ),
  ];
}

const rays = (count: number, phase: number, length: number): [string, string, string] => {
  const [shade, body, light] = [[''], [''], ['']];
  for (let index = 0; index < count; index++) {
    const turn = ((index + phase) * 360) / count;
    const way = (turn * Math.PI) / 180;
    const spec: Blade = {
      x: 96 + 24 * Math.sin(way),
      y: 76 - 24 * Math.cos(way),
      turn,
      length: length + ((index * 5) % 4) * 1.6,
      width: 9.5,
      belly: 0.48,
      bend: index % 3 === 0 ? 0.1 : -0.06,
    };
    shade.push(blade(spec));
    body.push(blade(spec, turn > 20 && turn < 200 ? 'left' : 'both'));
    if (turn > 200 || turn < 20) light.push(blade(spec, turn > 270 ? 'left' : 'right'));
  }
  return [shade.join(''), body.join(''), light.join('')];
};

const ring = (role: string, radius: number, size: number, count: number, phase = 0): string =>
  beads(role, disc(96, 76, radius), size, (2 * Math.PI * radius) / count, phase);

/** Rays in two rings around the disc, whose florets open from the rim inwards. */
function sunflower(): string[] {
  const [backShade] = rays(18, 0.5, 42);
  const [shade, body, light] = rays(18, 0, 38);
  return [
    line('A', 'M98 192Q102 150 96 110', 7),
    line('M', 'M95.500 192Q99.500 150 94 114', 1.6),
    heart(101, 152, 64, 52),
    heart(99, 170, -62, 56),
    path('s', backShade),
    path('s', shade),
    path('g', body),
    path('y', light),
    path('s', disc(96, 76, 34)),
    path('c', disc(96, 76, 29)),
    ring('S', 26.5, 4.6, 30),
    ring('R', 21.5, 4.2, 26, 2),
    ring('N', 16.5, 4, 21),
    path('n', disc(96, 76, 12)),
    ring('R', 10, 3, 14),
    ring('S', 5, 2.4, 8),
    path('g', disc(96, 76, 1.6)),
  ];
}

function heart(x: number, y: number, turn: number, size: number): string {
  const body = 'M0 0C-10 8-20-2-18-16-16-30-6-40 0-50 6-40 16-30 18-16 20-2 10 8 0 0z';
  const half = turn < 0 ? 'M0 0C10 8 20-2 18-16 16-30 6-40 0-50z' : 'M0 0C-10 8-20-2-18-16-16-30-6-40 0-50z';
  return at(
    x,
    y,
    path('a', body) +
      path('l', half) +
      path('M', 'M0 2V-46M0-8L-13-18M0-8L13-18M0-20L-10-30M0-20L10-30', ' stroke-width="1.2"'),
    ` rotate(${turn}) scale(${num(size / 46)})`,
  );
}

const plant = (x: number, foot: number, scale: number): string =>
  at(
    x,
    foot,
    line(
      'S',
      'M0-128Q-2-150-14-162M0-128Q-1-148-6-168M0-128Q0-150 3-172M0-128Q2-148 11-166M0-128Q4-146 18-158',
      2.6,
    ) +
      leaf({ x: 0, y: -26, turn: -26, length: 68, width: 11, belly: 0.5, bend: -0.95 }) +
      leaf({ x: 0, y: -42, turn: 24, length: 72, width: 11, belly: 0.5, bend: 0.95 }, ['a', 'd', 'L']) +
      leaf({ x: 0, y: -66, turn: -24, length: 70, width: 11, belly: 0.5, bend: -0.9 }, ['m', 'l', 'A']) +
      leaf({ x: 0, y: -84, turn: 22, length: 66, width: 10, belly: 0.5, bend: 0.9 }) +
      leaf({ x: 0, y: -102, turn: -18, length: 54, width: 9, belly: 0.5, bend: -0.8 }, ['m', 'l', 'A']) +
      leaf({ x: 0, y: -114, turn: 18, length: 48, width: 8, belly: 0.5, bend: 0.75 }) +
      line('L', 'M0 0V-132', 6) +
      line('M', 'M-1.500 0V-130', 1.6) +
      line('D', 'M-3-30h6M-3-60h6M-3-90h6', 1.2) +
      // The ear at its node.
      path('y', blade({ x: 2, y: -58, turn: 20, length: 40, width: 13, belly: 0.5 })) +
      path('m', 'M1-56q-4-14 4-26 2 14 9 12 2 10-6 16z') +
      path('l', 'M4-54q4-12 12-20 2 14-6 22z') +
      line('R', 'M15-95q2-8 8-9M15-95q-2-8 2-12M15-95q5-4 10-1', 1.4),
    scale === 1 ? '' : ` scale(${scale})`,
  );

const chips = (seed: number, count: number): string =>
  Array.from({ length: count }, (_, index) => {
    const across = ((index * 37 + seed * 11) % 100) / 100;
    const x = 62 + across * 118;
    const crest = 182 - 46 * Math.sin(Math.PI * across) ** 0.8;
    const y = crest + 5 + ((index * 29 + seed * 7) % 100) * 0.01 * Math.max(2, 178 - crest);
    return `M${num(x, 0)} ${num(y, 0)}l${4 + (index % 3)} ${(index % 5) - 2}`;
  }).join('');

/** The whole plant, tassel and all, and the heap that the chopper makes of it. */
function silage(): string[] {
  return [
    plant(120, 176, 0.8),
    plant(62, 182, 1),
    path('l', 'M36 186Q66 176 86 152 104 132 126 134 146 138 160 162 170 178 190 186z'),
    path('m', 'M36 186Q66 176 86 152 104 132 126 134 112 144 104 164 98 178 76 186z'),
    line('Y', chips(1, 26), 2.2),
    line('A', chips(5, 20), 2.2),
    line('P', chips(9, 16), 1.8),
    path('d', 'M4 184h184v5H4z'),
  ];
}

const bean = (x: number, y: number, role: string, shade: string): string =>
  path(shade, disc(x, y, 9)) + path(role, `M${x + 2} ${y - 8.8}a9 9 0 1 0 0 17.600q-5-8.800 0-17.600z`);

/** A pouch of inoculant with a nodulated root on its label, and the seed it is stirred into. */
function inoculant(): string[] {
  const beans = (
    [
      [112, 180],
      [130, 180],
      [148, 181],
      [166, 180],
      [182, 182],
      [121, 165],
      [139, 165],
      [157, 166],
      [174, 168],
      [130, 151],
      [148, 151],
      [165, 153],
    ] as const
  ).map(([x, y], index) => (index % 4 === 1 ? bean(x, y, 'y', 'g') : bean(x, y, 'g', 's')));
  return [
    // The pouch, its seam crimped.
    path('a', 'M20 26h92l-3 18 8 140q-50 8-102 0l8-140z'),
    path('l', 'M20 26h26l-2 18-6 143q-14-1-23-3l8-140z'),
    path('d', 'M98 26h14l-3 18 8 140q-9 2-17 2L98 44z'),
    path('q', 'M17 12h98v15H17z'),
    line('K', 'M17 12h98v15H17z', 1.6),
    path('i', 'M18 13h39v13H18z'),
    line('K', 'M17 17h98M17 22h98', 1),
    path('g', 'M22.700 52h86.900l.6 8H22.200z'),
    // The label.
    path('p', 'M30 72h72l4 92H26z'),
    path('j', 'M86 72h16l4 92H88z'),
    line('M', 'M66 76V104', 3.4),
    leaf({ x: 66, y: 88, turn: -58, length: 26, width: 10, belly: 0.42 }),
    leaf({ x: 66, y: 86, turn: 58, length: 26, width: 10, belly: 0.42 }),
    path('n', 'M26.600 104h76.800l.3 3H26.500z'),
    line(
      'S',
      'M66 104V158M66 112Q52 118 44 138M66 116Q80 120 90 142M66 128Q56 136 53 154M66 132Q76 138 79 156',
      2,
    ),
    path(
      'r',
      disc(57, 118, 4.4) +
        disc(47, 131, 3.6) +
        disc(76, 122, 4.4) +
        disc(86, 133, 3.4) +
        disc(66, 126, 4) +
        disc(58, 137, 3.6) +
        disc(74, 142, 3.6) +
        disc(66, 144, 3.4),
    ),
    path('d', rect(4, 186, 184, 4)),
    ...beans,
  ];
}

/** By file name. */
export function cropDrawings(): Record<string, string> {
  return {
    corn: smallSvg('An ear of corn', 192, corn()),
    soybeans: smallSvg('Soybeans with pods', 192, soybeans()),
    wheat: smallSvg('Heads of wheat', 192, wheat()),
    alfalfa: smallSvg('Alfalfa in bloom', 192, alfalfa()),
    sorghum: smallSvg('A head of sorghum', 192, sorghum()),
    sunflower: smallSvg('A sunflower', 192, sunflower()),
    silage: smallSvg('Corn for silage', 192, silage()),
    inoculant: smallSvg('Inoculant and seed', 192, inoculant()),
  };
}
