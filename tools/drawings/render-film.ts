/**
 * Renders the video of the home page from the skyline. Each frame is drawn for its time, so the same code always
 * produces the same frames, and the loop has no seam. README.md describes how to run it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { openBrowser } from './browser.ts';
import { DEFS, HEIGHT, LOOP, scene, sceneStyle, WIDTH, type Scheme } from './skyline.ts';

const FRAMES_PER_SECOND = 25;
const SCALE = 1.5;
/** Page background in each color scheme: the video has no transparency, so its sky has this color. */
const PAPER: Record<Scheme, string> = { light: '#FBFAF4', dark: '#12160F' };

const target = fileURLToPath(new URL('../../public/media/', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'film-'));

async function* frames(scheme: Scheme, times: readonly number[]): AsyncGenerator<Buffer> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({
      viewport: { width: WIDTH, height: HEIGHT },
      deviceScaleFactor: SCALE,
      colorScheme: scheme,
    });
    await page.setContent(
      // Class names are case-sensitive only outside quirks mode.
      `<!doctype html><style>body{margin:0;background:${PAPER[scheme]}}svg{display:block}${sceneStyle(scheme)}</style>` +
        `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">${DEFS}<g id="scene"></g></svg>`,
    );
    for (const time of times) {
      await page.locator('#scene').evaluate((group, markup) => {
        group.innerHTML = markup;
      }, scene(time));
      yield await page.screenshot();
    }
  } finally {
    await browser.close();
  }
}

async function ffmpeg(args: readonly string[]): Promise<void> {
  const child = spawn('ffmpeg', ['-y', '-v', 'error', ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
  await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error(`ffmpeg ended with ${child.exitCode}`);
}

/** Encodes one lossless intermediate, so that both codecs get identical frames. */
async function encode(pattern: string, name: string): Promise<void> {
  const input = ['-framerate', String(FRAMES_PER_SECOND), '-i', pattern];
  // Declare the color space and convert to it, or the background of the video differs from that of the page.
  const colors = [
    '-vf',
    'scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int,format=yuv420p',
    '-color_primaries',
    'bt709',
    '-color_trc',
    'bt709',
    '-colorspace',
    'bt709',
    '-color_range',
    'tv',
  ];
  const mp4 = [
    '-c:v',
    'libx264',
    '-profile:v',
    'high',
    '-preset',
    'veryslow',
    '-tune',
    'animation',
    '-crf',
    '17',
    '-g',
    '300',
    // A level that old tablets decode in hardware.
    '-level',
    '4.0',
    '-refs',
    '4',
  ];
  await ffmpeg([...input, ...colors, ...mp4, '-movflags', '+faststart', '-an', join(target, `${name}.mp4`)]);
  const vp9 = ['-c:v', 'libvpx-vp9', '-b:v', '0', '-crf', '28', '-g', '300', '-row-mt', '1', '-threads', '2'];
  for (const pass of [1, 2]) {
    const speed = ['-cpu-used', pass === 1 ? '4' : '2'];
    const log = ['-pass', String(pass), '-passlogfile', join(work, name)];
    const output = pass === 1 ? ['-f', 'null', '-'] : [join(target, `${name}.webm`)];
    await ffmpeg([...input, ...colors, ...vp9, ...speed, ...log, '-an', ...output]);
  }
}

if (process.argv.includes('--stills')) {
  for (const scheme of ['light', 'dark'] as const) {
    const times = [0, 2.6, 4.2, 5.6, 7.4, 8.8, 10.4, 11.96];
    let index = 0;
    for await (const frame of frames(scheme, times)) {
      const file = join(work, `still-${scheme}-${times[index++]}.png`);
      writeFileSync(file, frame);
      console.log(file);
    }
  }
} else {
  mkdirSync(target, { recursive: true });
  const times = Array.from({ length: LOOP * FRAMES_PER_SECOND }, (_, index) => index / FRAMES_PER_SECOND);
  for (const [scheme, name] of [
    ['light', 'film'],
    ['dark', 'film-dark'],
  ] as const) {
    let index = 0;
    for await (const frame of frames(scheme, times)) {
      writeFileSync(join(work, `${name}-${String(index++).padStart(4, '0')}.png`), frame);
    }
    await encode(join(work, `${name}-%04d.png`), name);
    for (const kind of ['mp4', 'webm']) {
      console.log(`${name}.${kind} ${statSync(join(target, `${name}.${kind}`)).size}`);
    }
  }
  rmSync(work, { recursive: true });
}
