import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IMAGE_NAME_MAX_LENGTH } from '#contract/images.ts';
import { readableName } from './readable-name.ts';

for (const [file, name] of [
  ['Harvest at dusk.jpg', 'Harvest at dusk'],
  ['harvest_at-dusk.JPG', 'Harvest at dusk'],
  ['IMG_2041.HEIC', 'IMG 2041'],
  ['  the   -- counter .png', 'The counter'],
  ['élévateur.webp', 'Élévateur'],
  ['no ending', 'No ending'],
  ['v2.final.gif', 'V2.final'],
  ['.jpg', '.jpg'],
  ['___.jpg', ''],
  ['', ''],
]) {
  test(`turns the file name "${file}" into "${name}"`, () => {
    assert.equal(readableName(file ?? ''), name);
  });
}

test('cuts a name to the maximum length without splitting a surrogate pair', () => {
  assert.equal(readableName(`${'a'.repeat(500)}.jpg`).length, IMAGE_NAME_MAX_LENGTH);
  const cut = readableName(`${'a'.repeat(IMAGE_NAME_MAX_LENGTH - 1)}🌽🌽.jpg`);
  assert.equal(cut.length, IMAGE_NAME_MAX_LENGTH - 1);
  assert.ok(cut.isWellFormed());
});
