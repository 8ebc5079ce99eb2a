import type { UnsavedFields } from './use-unsaved-fields.ts';

export const unsavedMessage = ({ size }: UnsavedFields): string =>
  `You have ${size} unsaved ${size === 1 ? 'change' : 'changes'}.`;

/** Describes the effect of leaving the page on unsaved changes. `isPersistent`: drafts are stored on the device. */
export function leavingMessage(unsaved: UnsavedFields, isPersistent: boolean): string {
  const { willBeKept, notYet, object } = textsOf(unsaved);
  const textsMessage = isPersistent
    ? `${willBeKept} kept on this device, but ${notYet} on the website yet.`
    : `If you leave, you'll lose ${object}.`;
  return withFiles(unsaved, textsMessage);
}

export const signingOutMessage = (unsaved: UnsavedFields): string =>
  withFiles(unsaved, `If you sign out, you'll lose ${textsOf(unsaved).object} for good.`);

const filesIn = (unsaved: UnsavedFields) => [...unsaved.values()].filter(({ isFile }) => isFile).length;

/** Returns the parts of sentences about unsaved texts. */
function textsOf(unsaved: UnsavedFields) {
  if (filesIn(unsaved) > 0) {
    return { willBeKept: 'What you typed will be', notYet: "it isn't", object: 'what you typed' };
  }
  return unsaved.size === 1
    ? { willBeKept: "It'll be", notYet: "it isn't", object: 'it' }
    : { willBeKept: "They'll be", notYet: "they aren't", object: 'them' };
}

function withFiles(unsaved: UnsavedFields, textsMessage: string): string {
  const files = filesIn(unsaved);
  if (files === 0) return textsMessage;
  const filesMessage = "Images that haven't finished uploading will be lost.";
  return files === unsaved.size ? filesMessage : `${filesMessage} ${textsMessage}`;
}
