/** Writes the drawings, and with options the bitmaps. README.md describes the options. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { openBrowser } from './browser.ts';
import { cropDrawings } from './crops.ts';
import { renderGallery } from './gallery/render-gallery.ts';
import { iconSvg, logoSvg, wordMarkSvg } from './marks.ts';
import { pioneerDrawings } from './pioneer.ts';
import { SHARE, shareSvg } from './share.ts';
import { serviceDrawings } from './services.ts';
import { skylineSvg } from './skyline.ts';

const folder = new URL('../../public/', import.meta.url);
const gallery = '../content/demo/gallery/';

function write(name: string, content: string | Buffer): void {
  const file = new URL(name, folder);
  mkdirSync(new URL('.', file), { recursive: true });
  writeFileSync(file, content);
  console.log(`${name} ${content.length}`);
}

/** Wraps one PNG in an icon file, which every browser since 2010 can read. */
function ico(png: Buffer, side: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(side, 6);
  header.writeUInt8(side, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

async function renderIcons(): Promise<void> {
  const browser = await openBrowser();
  const render = async (svg: string, width: number, height = width): Promise<Buffer> => {
    const page = await browser.newPage({ viewport: { width, height } });
    await page.setContent(
      `<!doctype html><body style="margin:0">${svg.replace('<svg', '<svg style="display:block"')}`,
    );
    const png = await page.screenshot({ omitBackground: true });
    await page.close();
    return png;
  };
  write('favicon.ico', ico(await render(iconSvg(0.1), 32), 32));
  // Phones round the corners of this icon.
  write('apple-touch-icon.png', await render(iconSvg(0), 180));
  write('brand/icon-192.png', await render(iconSvg(0.1), 192));
  write('brand/icon-512.png', await render(iconSvg(0.1), 512));
  // Phones crop this icon to any shape. Keep the essential part within the inner four fifths.
  write('brand/icon-maskable-512.png', await render(iconSvg(0, 0.9), 512));
  write('brand/share.png', await render(shareSvg(), SHARE.width, SHARE.height));
  await browser.close();
}

async function renderImages(only: string): Promise<void> {
  const browser = await openBrowser();
  for await (const { file, jpeg } of renderGallery(browser, only)) write(gallery + file, jpeg);
  await browser.close();
}

const { values: wanted } = parseArgs({
  // `--gallery` without a value means all scenes.
  args: process.argv.slice(2).map((argument) => (argument === '--gallery' ? '--gallery=' : argument)),
  options: { icons: { type: 'boolean' }, gallery: { type: 'string' }, all: { type: 'boolean' } },
});

write('drawings/skyline.svg', skylineSvg());
for (const [name, drawings] of [
  ['services', serviceDrawings()],
  ['crops', cropDrawings()],
  ['pioneer', pioneerDrawings()],
] as const) {
  for (const [file, svg] of Object.entries(drawings)) write(`drawings/${name}/${file}.svg`, svg);
}
write('brand/logo.svg', logoSvg());
write('favicon.svg', iconSvg(0.1));
write('brand/exchange-cme.svg', wordMarkSvg('CME Group'));
write('brand/exchange-cbot.svg', wordMarkSvg('CBOT'));
if (wanted.icons || wanted.all) await renderIcons();
if (wanted.gallery !== undefined || wanted.all) await renderImages(wanted.gallery ?? '');
