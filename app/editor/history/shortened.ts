import type { Piece } from './diff-words.ts';

const WORDS_AROUND = 8;

/** Leaves out words that stayed the same, except for those next to a change. */
export function shortened(pieces: readonly Piece[]): Piece[] {
  return pieces.map((piece, index) => {
    if (piece.kind !== 'same') return piece;
    const words = piece.text.match(/\s*\S+\s*/g) ?? [];
    const atStart = index === 0 ? 0 : WORDS_AROUND;
    const atEnd = index === pieces.length - 1 ? 0 : WORDS_AROUND;
    if (words.length <= atStart + atEnd + WORDS_AROUND) return piece;
    const start = words.slice(0, atStart).join('').trimEnd();
    const end = atEnd === 0 ? '' : words.slice(-atEnd).join('').trimStart();
    return { ...piece, text: `${start} … ${end}` };
  });
}
