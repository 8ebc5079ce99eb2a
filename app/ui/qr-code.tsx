import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';

/** Empty modules that scanners expect around a code. */
const MARGIN = 4;

/** Renders the QR code of a text. `width`: its width in pixels on a background that may be dark. */
export function QrCode({ text, label, width }: { text: string; label: string; width?: number }) {
  const code = generate(text);
  const margin = width ? MARGIN : 0;
  const size = code.size + 2 * margin;
  return (
    <svg viewBox={`${-margin} ${-margin} ${size} ${size}`} width={width} role="img" aria-label={label}>
      {width && <rect x={-margin} y={-margin} width={size} height={size} fill="#fff" />}
      <path d={toSvgPath(code)} />
    </svg>
  );
}
