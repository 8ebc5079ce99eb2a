import { line, oval, path } from '../shapes.ts';

export function fieldMapping(): string[] {
  return [
    // Three folds, each at a slightly different angle to the light.
    path('p', 'M8 42l42-14v86L8 128z'),
    path('q', 'M50 28l44 14v86l-44-14z'),
    path('p', 'M94 42l42-14v86l-42 14z'),
    path('l', 'M13 46l37-12.500v30L13 76zM94 47l18-6v34l-18 6z'),
    path('a', 'M50 33.500l20 6.400v30.300L50 63.500zM50 86l44 14v22l-44-14zM94 100l37-13v24.500L94 123z'),
    path('g', 'M70 39.900L94 47.500v30.300L70 70.200zM13 98l37-12.500V109l-37 13z'),
    path('m', 'M112 41l19-6.500v32L112 73zM13 81l37-12.500v12L13 93z'),
    path('l', 'M50 68.500l44 14v12L50 80.500zM94 86l37-13v9.500L94 96z'),
    line('D', 'M54 44q8 0 12 4M54 51q8 0 12 4M54 58q8 0 12 4', 1.4),
    line('S', 'M18 101q14-9 28-10M18 108q14-9 28-10M18 115q14-9 28-10', 1.4),
    line('D', 'M98 108q14-8 29-10M98 115q14-8 29-10', 1.4),
    line('P', 'M13 86q20-6 37-12t30 13 51-8', 3),
    line('K', 'M50 28v86M94 42v86', 1.2),
    line('K', 'M8 42l42-14 44 14 42-14v86l-42 14-44-14-42 14z', 2),
    path('k', oval(72, 80, 5, 2)),
    line('K', 'M72 80V14', 2.4),
    path('r', 'M73 15h20v14H73z'),
    path('c', 'M86 15h7v14h-7z'),
  ];
}
