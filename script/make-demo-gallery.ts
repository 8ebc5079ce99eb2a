/**
 * `node script/make-demo-gallery.ts [folder]`: makes the renditions of the demo images with the code that processes
 * uploads. The folder's gallery.json lists the images with `file`, `name` and `altText`; this adds size and colors. The
 * results are committed, so that seeding a new site only copies them.
 */
import { copyFile, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { MIDDLE } from '#contract/images.ts';
import { readyFiles, type ReadyImage } from '#server/images/first-images.ts';
import { makeVersions } from '#server/images/make-versions.ts';

const folder = resolve(process.argv[2] ?? join(import.meta.dirname, '../content/demo/gallery'));
const listPath = join(folder, 'gallery.json');
const images = JSON.parse(await readFile(listPath, 'utf8')) as Pick<
  ReadyImage,
  'file' | 'name' | 'altText'
>[];

const ready: ReadyImage[] = [];
for (const { file, name, altText } of images) {
  await using workshop = await mkdtempDisposable(join(tmpdir(), 'scalehouse-gallery-'));
  const input = join(folder, file);
  const answer = await makeVersions({
    input,
    folder: workshop.path,
    image: { file_name: file, revision: '', cut: '' },
    focus: MIDDLE,
    make: 'all',
  });
  if (!('made' in answer)) throw new Error(`Can't use ${file}: ${JSON.stringify(answer)}`);
  // Do not overwrite the image itself: encoding it again with every run would degrade it.
  const versions = readyFiles(file).filter((version) => version !== file);
  for (const version of versions) await copyFile(join(workshop.path, version), join(folder, version));
  ready.push({ file, name, altText, ...answer.made });
  console.log(`${file}: ${answer.made.width} x ${answer.made.height}`);
}
await writeFile(listPath, `${JSON.stringify(ready, undefined, 2)}\n`);
