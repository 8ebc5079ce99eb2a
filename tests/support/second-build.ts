import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

const BUILD = join(import.meta.dirname, '../../build/browser');
const TEXT = ['.css', '.js', '.json'];

/** Copies the built pages to `folder` as those of another release: every file in `assets` gets another hash. */
export async function makeSecondBuild(folder: string): Promise<void> {
  await cp(BUILD, folder, { recursive: true });
  const assets = join(folder, 'assets');
  const names = await readdir(assets);
  const compressed = names.filter((name) => /\.(?:br|gz)$/.test(name));
  const built = names.filter((name) => !compressed.includes(name));
  const renamed = new Map(
    built.map((name) => [name, name.replace(/-[\w-]{8}(?=\.\w+$)/, '-2ndBuild')] as const),
  );
  const replaceNames = (text: string) =>
    [...renamed].reduce((replaced, [before, after]) => replaced.replaceAll(before, after), text);
  for (const name of compressed) await rm(join(assets, name));
  for (const [before, after] of renamed) await rename(join(assets, before), join(assets, after));
  for (const path of [
    join(folder, 'manifest.json'),
    ...[...renamed.values()].map((name) => join(assets, name)),
  ]) {
    if (TEXT.includes(extname(path))) await writeFile(path, replaceNames(await readFile(path, 'utf8')));
  }
}
