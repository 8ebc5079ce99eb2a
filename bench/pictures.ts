import sharp from 'sharp';
import type { Upload } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import { startServer } from '#tests/support/server-process.ts';
import { post } from './post.ts';
import { figure, median, type Section } from './report.ts';

const REACH = { wanted: '< 3 s', ms: 3000 };
const ADMIN = { username: 'bench', password: 'seed, feed and weed' };
/** What telephones make: 12 megapixels. */
const SIZE = { width: 4000, height: 3000 };

/** How long a photograph takes from the file to the gallery, with all of its versions, and whether pages go on. */
export async function measurePictures({ pictures }: { pictures: number }): Promise<Section> {
  await using site = await startServer({ ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password });
  const photograph = await makePhotograph();
  const signedIn = await post(site.url + API.signIn, ADMIN);
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';

  const taken: number[] = [];
  let slowestPageMs = 0;
  for (let n = 0; n < pictures; n += 1) {
    const began = performance.now();
    const done = new AbortController();
    const saving = uploadAndSave(site.url, cookie, photograph).finally(() => done.abort());
    while (!done.signal.aborted) {
      const asked = performance.now();
      await (await fetch(`${site.url}/`)).arrayBuffer();
      slowestPageMs = Math.max(slowestPageMs, performance.now() - asked);
    }
    await saving;
    taken.push(performance.now() - began);
  }
  const ms = median(taken);
  return {
    title: 'Pictures',
    text: [
      `A JPEG of ${SIZE.width} by ${SIZE.height} pixels and ${figure(photograph.length / 1e6, 1)} MB, from asking for an address to the saved picture with all versions; the`,
      `median of ${pictures}. Meanwhile the home page is asked for again and again.`,
    ].join('\n'),
    columns: ['', 'ms'],
    rows: [
      {
        cells: ['Uploaded, judged and saved', figure(ms)],
        reach: { wanted: REACH.wanted, isMet: ms < REACH.ms },
      },
      { cells: ['Slowest page meanwhile', figure(slowestPageMs)] },
    ],
  };
}

/** Noise and a gradient: about as hard to encode as a field in the sun. */
async function makePhotograph(): Promise<Buffer> {
  const noise = await sharp({
    create: { ...SIZE, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 20 } },
  })
    .blur(1.2)
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = noise.info;
  return sharp(noise.data, { raw: { width, height, channels } }).jpeg({ quality: 88 }).toBuffer();
}

async function uploadAndSave(origin: string, cookie: string, bytes: Buffer): Promise<void> {
  const asked = await fetch(`${origin}${API.presignedUrl}?fileName=field.jpg`, { headers: { cookie } });
  const { uploadUrl, fileUrl } = (await asked.json()) as Upload;
  const put = await fetch(origin + uploadUrl, {
    method: 'PUT',
    headers: { cookie, 'content-type': 'image/jpeg' },
    body: new Uint8Array(bytes),
  });
  if (!put.ok) throw new Error(`The upload answers ${put.status}: ${await put.text()}`);
  const imageId = /([^/]+)\.jpg$/.exec(fileUrl)?.[1];
  const body = { imageId, imageUrl: fileUrl, imageName: 'A field', imageType: 0 };
  const saved = await post(origin + API.saveImage, body, { cookie });
  if (!saved.ok) throw new Error(`The save answers ${saved.status}.`);
}
