/**
 * Writes the drawings under public/: `node script/draw/draw.ts`.
 *
 * What it writes is committed, so neither the build nor the server runs it; run it again after a change to
 * the drawing code. What has to be pixels takes a browser: `--icons` also renders the icons and the picture for sharing, `--gallery` the
 * pictures of the demo's gallery (`--gallery=fog` only those with that in their name), `--all` everything.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { openBrowser } from './browser.ts';
import { cropDrawings } from './crops.ts';
import { galleryList, renderGallery } from './gallery/render-gallery.ts';
import { iconSvg, logoSvg, wordMarkSvg } from './marks.ts';
import { pioneerDrawings } from './pioneer.ts';
import { SHARE, shareSvg } from './share.ts';
import { serviceDrawings } from './services.ts';
import { skylineSvg } from './skyline.ts';

const folder = new URL('../../public/', import.meta.url);
const gallery = '../content/demo/gallery/';
/** The demo cooperative's, as it is written in site.json. */
const SHARE_NAME = ['Hickory Bend', 'Farmers Cooperative'];

function write(name: string, content: string | Buffer): void {
  const file = new URL(name, folder);
  mkdirSync(new URL('.', file), { recursive: true });
  writeFileSync(file, content);
  console.log(`${name} ${content.length}`);
}

/** An icon file with one PNG inside, which every browser since 2010 reads. */
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
  // Phones round the corners of this one themselves.
  write('apple-touch-icon.png', await render(iconSvg(0), 180));
  write('brand/icon-192.png', await render(iconSvg(0.1), 192));
  write('brand/icon-512.png', await render(iconSvg(0.1), 512));
  // Cut to any shape by the phone: what counts stays within the inner four fifths.
  write('brand/icon-maskable-512.png', await render(iconSvg(0, 0.9), 512));
  write('brand/share.png', await render(shareSvg(SHARE_NAME), SHARE.width, SHARE.height));
  await browser.close();
}

async function renderPictures(only: string): Promise<void> {
  const browser = await openBrowser();
  for await (const { file, jpeg } of renderGallery(browser, only)) write(gallery + file, jpeg);
  write(`${gallery}gallery.json`, `${JSON.stringify(galleryList(), null, 2)}\n`);
  await browser.close();
}

const { values: wanted } = parseArgs({
  // `--gallery` alone means all of it.
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
if (wanted.gallery !== undefined || wanted.all) await renderPictures(wanted.gallery ?? '');
