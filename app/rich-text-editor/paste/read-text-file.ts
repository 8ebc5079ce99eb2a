import { decodeFileText, FILE_BYTES_READ } from './file-text.ts';

export type FileOutcome = {
  name: string;
  result: 'inserted' | 'cut' | 'empty' | 'image' | 'notText' | 'unreadable';
  text?: string;
};

/** Reads the start of a file. Detects text by content, regardless of the file name. */
export async function readTextFile(file: File): Promise<FileOutcome> {
  const { name } = file;
  if (file.type.startsWith('image/')) return { name, result: 'image' };
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.slice(0, FILE_BYTES_READ).arrayBuffer());
  } catch {
    // Folders, and files that were moved after they were selected, cannot be read.
    return { name, result: 'unreadable' };
  }
  const decoded = decodeFileText(bytes, file.size <= FILE_BYTES_READ);
  if (!decoded) return { name, result: 'notText' };
  if (decoded.text.trim() === '') return { name, result: 'empty' };
  return { name, text: decoded.text, result: decoded.isTruncated ? 'cut' : 'inserted' };
}
