import { grains } from '../plants.ts';
import { disc, line, oval, path, rect } from '../shapes.ts';
import { field, wheel } from '../small.ts';

export function spreaderCart(): string[] {
  const thrown: [number, number][] = [];
  for (let index = 0; index < 26; index++) {
    const far = ((index * 11) % 26) / 26;
    thrown.push([126 + far * 16, 99 + far * (((index * 7) % 9) * 2.8 - 3)]);
  }
  return [
    field(124, 138),
    grains('S', thrown, 2.8),
    // Fertilizer heaped above the hopper.
    path('j', 'M36 46q10-9 22-8 14-9 28-1 14-3 24 9z'),
    path('q', 'M70 46q20-2 28-9 8 2 12 9z'),
    path('a', 'M24 46h98l-14 42H42z'),
    path('l', 'M24 46h26l6 42H42z'),
    path('d', 'M110 46h12l-14 42h-9z'),
    line('D', 'M62 46l3 42M84 46l-1 42', 1.6),
    path('g', 'M28.700 58H118l-2 6H30.700z'),
    path('d', 'M21 44h104v4H21z'),
    // Frame and tongue, jack and hitch.
    path('d', 'M40 88h84v6H40z'),
    line('D', 'M42 91L8 104H3', 4),
    line('K', 'M16 101v20M12 121h8', 2.4),
    path('k', disc(4, 104, 3)),
    path('d', 'M112 80l12 8v8h-10z'),
    path('q', oval(120, 101, 12, 3)),
    path('k', rect(118, 94, 4, 7)),
    wheel(58, 108, 18),
    wheel(93, 108, 18),
  ];
}
