import { num } from '../numbers.ts';
import { disc, line, oval, path } from '../shapes.ts';
import { field } from '../small.ts';

export function aerialApplication(): string[] {
  // Each trail starts at a separate nozzle on the wing's trailing edge.
  const trail = [0, 1, 2, 3, 4, 5]
    .map((index) => {
      const [x, y] = [83 + index * 4, 76 + index * 4.6];
      return `M${num(x, 1)} ${num(y, 1)}q${27 - index * 2} ${num(2 + index * 0.6, 1)} ${num(57 - index * 4, 1)} ${num(33 - index * 3.4, 1)}`;
    })
    .join('');
  return [
    field(122, 138),
    line('T', trail, 2.6),
    // Far wing and tailplane.
    path('s', 'M62 57L44 34q-3-3 1-3h9l26 24z'),
    path('s', 'M118 46l-7-9h8l9 8z'),
    // Fuselage, belly in shade.
    path('g', 'M12 61q1-7 10-8l26-3q8-10 20-10 9 0 14 6l38 1 6 1v8L84 68q-30 7-58 4-13-2-14-11z'),
    path('s', 'M12 61q8 4 30 4 40 0 84-12v3L84 68q-30 7-58 4-13-2-14-11z'),
    path('a', 'M112 50l9-24q1-2 4-2h5q2 0 1 3l-4 27z'),
    path('l', 'M112 50l9-24q1-2 4-2l-5 27z'),
    path('a', 'M16 57q40-3 102-7l8 0v2Q60 59 14 60z'),
    path('p', 'M50 50q7-8 17-8 8 0 12 6z'),
    line('K', 'M50 50q7-8 17-8 8 0 12 6M61 43l-1 6M71 42.500l1 6', 1.6),
    path('n', disc(66, 46, 2.4)),
    // Near wing with its boom.
    path('g', 'M44 66l32-1 26 31q2 4-3 4H85q-4 0-7-3z'),
    path('y', 'M44 66l9-.3 30 34.300q-3 0-5-3z'),
    line('K', 'M80 70L107 102', 2),
    // Gear, tail wheel, propeller.
    line('K', 'M40 70l-4 13M118 55l4 5', 2.4),
    path('x', disc(35, 86, 6.5) + disc(123, 62, 3)),
    path('q', disc(35, 86, 2.2)),
    path('k', 'M12 57q-5 0-6 4 1 4 6 4z'),
    path('t', oval(9, 61, 1.6, 23)),
    path('k', 'M8.200 61L7.400 39q1.600-3 3.200 0l-.8 22 .8 22q-1.600 3-3.200 0z'),
  ];
}
