import { line, path, rect } from '../shapes.ts';

const tube = (x: number, fill: string, shade: string, level: number): string =>
  path('i', `M${x} 44h14v62a7 7 0 0 1-14 0z`) +
  path(fill, `M${x} ${level}h14V106a7 7 0 0 1-14 0z`) +
  path(shade, `M${x + 9} ${level}h5V106a7 7 0 0 1-5 6.600z`) +
  line('K', `M${x} 44v62a7 7 0 0 0 14 0V44`, 1.6) +
  path('k', rect(x - 2, 42, 18, 3));

export function soilTesting(): string[] {
  return [
    path('t', 'M4 130h136v6H4z'),
    // The paper bag, its top folded over.
    path('j', 'M8 130l3-74h42l4 74z'),
    path('i', 'M8 130l3-74h12l-3 74z'),
    path('q', 'M45 56h8l4 74H45z'),
    path('q', 'M10 56l1-12h42l1 12-2 4H12z'),
    path('i', 'M11 44h20l-1 12H10z'),
    line('K', 'M8 130l3-74 1-12h41l1 12 3 74zM10 56h44', 1.6),
    path('g', 'M9.500 64h43l.4 6H9.200z'),
    path('p', 'M15 77h34l1 42H13z'),
    line('K', 'M18 84h14M18 92h27M18 99h27M18 106h27M18 113h16', 1.6),
    path('a', 'M37 80h8v7h-8z'),
    path('n', 'M38 130q3-8 10-9 4-6 10-1 8 1 11 10z'),
    path('s', 'M38 130q3-8 10-9 2-3 5-3-4 5-5 12z'),
    path('a', rect(70, 62, 68, 8)),
    tube(75, 'm', 'l', 66),
    tube(97, 'g', 's', 78),
    tube(119, 'r', 'c', 88),
    path('a', 'M70 96h68v7H70zM70 62h5v68h-5zM133 62h5v68h-5z'),
    path('l', 'M70 96h40v2.500H70zM70 62h2v68h-2z'),
    path('d', 'M68 122h72v8H68zM136 62h2v60h-2z'),
  ];
}
