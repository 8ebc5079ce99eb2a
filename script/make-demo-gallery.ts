/**
 * `node script/make-demo-gallery.ts [folder]`: makes the renditions of the demo images with the code that processes
 * uploads. The folder's gallery.json lists the images with `file`, `name` and `altText`; this adds size and colors. The
 * results are committed, so that seeding a new site only copies them.
 */
import { copyFile, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { MIDDLE } from '#contract/images.ts';
import { seedFiles, type SeedImage } from '#server/domains/images/seed-images.ts';
import { makeRenditions } from '#server/domains/images/make-renditions.ts';

const folder = resolve(process.argv[2] ?? join(import.meta.dirname, '../content/demo/gallery'));
const listPath = join(folder, 'gallery.json');
const images = JSON.parse(await readFile(listPath, 'utf8')) as Pick<SeedImage, 'file' | 'name' | 'altText'>[];

const processed: SeedImage[] = [];
for (const { file, name, altText } of images) {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'scalehouse-gallery-'));
  const input = join(folder, file);
  const result = await makeRenditions({
    input,
    folder: temporary.path,
    image: { fileName: file, revision: '', crop: '' },
    focus: MIDDLE,
    make: 'all',
  });
  if (!('made' in result)) throw new Error(`Can't use ${file}: ${JSON.stringify(result)}`);
  // Do not overwrite the image itself: encoding it again with every run would degrade it.
  const renditions = seedFiles(file).filter((rendition) => rendition !== file);
  for (const rendition of renditions)
    await copyFile(join(temporary.path, rendition), join(folder, rendition));
  processed.push({ file, name, altText, ...result.made });
  console.log(`${file}: ${result.made.width} x ${result.made.height}`);
}
await writeFile(listPath, `${JSON.stringify(processed, undefined, 2)}\n`);
