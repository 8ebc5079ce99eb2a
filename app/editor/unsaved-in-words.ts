import type { UnsavedFields } from './use-unsaved-fields.ts';

export const unsavedInWords = ({ size }: UnsavedFields): string =>
  `You have ${size} unsaved ${size === 1 ? 'change' : 'changes'}.`;

/** Describes the effect of leaving the page on unsaved changes. `isKeeping`: drafts are stored on the device. */
export function leavingInWords(unsaved: UnsavedFields, isKeeping: boolean): string {
  const [they, them] = textsOf(unsaved);
  const ofTexts = isKeeping ? `${they} kept on this device.` : `This device cannot keep ${them} for you.`;
  return withFiles(unsaved, ofTexts);
}

export const signingOutInWords = (unsaved: UnsavedFields): string =>
  withFiles(unsaved, `Signing out takes ${textsOf(unsaved)[1]} off this device, for good.`);

const filesIn = (unsaved: UnsavedFields) => [...unsaved.values()].filter(({ isFile }) => isFile).length;

/** Returns the words for unsaved texts, as subject with verb and as object. */
function textsOf(unsaved: UnsavedFields): readonly [string, string] {
  if (filesIn(unsaved) > 0) return ['What was typed is', 'what was typed'];
  return unsaved.size === 1 ? ['It is', 'it'] : ['They are', 'them'];
}

function withFiles(unsaved: UnsavedFields, ofTexts: string): string {
  const files = filesIn(unsaved);
  if (files === 0) return ofTexts;
  const ofFiles = 'Files that are not uploaded yet do not come in.';
  return files === unsaved.size ? ofFiles : `${ofFiles} ${ofTexts}`;
}
