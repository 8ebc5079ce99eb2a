import type { Image } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import { figure, type Row, type Section } from './report.ts';
import { readWireResponse } from './wire-response.ts';

const COUNT = 12;
const TARGET = { limit: '≤ 250 KB', bytes: 250_000 };

export async function measureGallery(origin: string): Promise<Section> {
  const list = await readWireResponse(`${origin}${API.images}/0`);
  const images = (JSON.parse(list.body.toString()) as Image[]).slice(0, COUNT);
  if (images.length !== COUNT) throw new Error(`The gallery has ${images.length} images.`);
  const weigh = async (of: (image: Image) => string) => {
    const responses = await Promise.all(images.map((image) => readWireResponse(origin + of(image))));
    return responses.map(({ body }) => body.length).reduce((sum, bytes) => sum + bytes, 0);
  };
  return {
    title: 'Gallery on a phone',
    text: [
      `The demo content's ${COUNT} images on a screen 390 CSS pixels wide, at any pixel density: one column of squares with`,
      '672 pixels per side. The baseline is the same images at full size. 1 KB is 1,000 bytes.',
    ].join('\n'),
    columns: ['', 'KB'],
    rows: [
      toRow('Squares, AVIF', await weigh(({ squareUrls }) => largestOf(squareUrls.avif)), TARGET),
      toRow('Squares, WebP', await weigh(({ squareUrls }) => largestOf(squareUrls.webp)), TARGET),
      toRow('Baseline, full size', await weigh(({ imageUrl }) => imageUrl)),
    ],
  };
}

/** Returns the last URL of a srcset, which is sorted by width. */
const largestOf = (srcset: string) => srcset.split(', ').at(-1)?.split(' ')[0] ?? '';

function toRow(name: string, bytes: number, target?: typeof TARGET): Row {
  const cells = [name, figure(bytes / 1000, 1)];
  return target ? { cells, target: { limit: target.limit, isMet: bytes <= target.bytes } } : { cells };
}
