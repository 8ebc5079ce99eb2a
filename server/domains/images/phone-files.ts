import PQueue from 'p-queue';
import { MIDDLE } from '#contract/images.ts';
import { phoneName, screenName, type StoredImage } from './image-files.ts';
import { makeImageFiles, type ImageMaker } from './make-image-files.ts';

/** Maximum number of waiting images. Further ones are made after a later request. */
const WAITING = 100;

/**
 * Creates a function that makes the phone rendition of an image without one, because it was uploaded before there were
 * such renditions. After a failure, the next request tries again.
 */
export function createPhoneFiles(maker: ImageMaker, queue: PQueue): (image: StoredImage) => void {
  const waiting = new Set<string>();
  // Add one at a time to the queue of uploads, which accepts few.
  const turns = new PQueue({ concurrency: 1 });

  async function make(image: StoredImage): Promise<void> {
    // Not the full-size image, which takes more time and memory.
    const source = await maker.files.find(`images/${screenName(image)}`);
    if (!source) return;
    await makeImageFiles(maker, source, { image, focus: MIDDLE, make: 'phone' });
  }

  return (image) => {
    const name = phoneName(image);
    if (waiting.has(name) || waiting.size >= WAITING) return;
    waiting.add(name);
    const finish = () => void waiting.delete(name);
    turns.add(() => queue.add(() => make(image))).then(finish, finish);
  };
}
