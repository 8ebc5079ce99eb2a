import { useId, type ComponentProps, type PointerEvent } from 'react';
import { MIDDLE, type Focus, type ShownImage } from '#contract/images.ts';
import { squareCrop } from '#shared/square-crop.ts';
import { FieldRow } from '#app/editor/field/field-row.tsx';
import { TEXT_FORM } from '#app/editor/field/stored-form.ts';
import { useField, type FieldSource } from '#app/editor/field/use-field.ts';
import styles from './image-focus.module.css';

export const toFocusText = ({ x, y }: Focus): string => `${x} ${y}`;

/** Parses a serialized focal point. Returns the center for other text. */
export function focusIn(text: string): Focus {
  const [x, y] = (/^(\d{1,3}) (\d{1,3})$/.exec(text) ?? [])
    .slice(1)
    .map((part) => Math.min(Number(part), 100));
  return x === undefined || y === undefined ? MIDDLE : { x, y };
}

/** Renders an editor of the focal point, the center of square crops: a tap on the image or two sliders set it. */
export function ImageFocus({
  image: { imageName, imageUrl, screenUrl, width, height },
  ...source
}: FieldSource & { image: ShownImage }) {
  const field = useField(source, TEXT_FORM);
  const id = `field-${source.field}`;
  const [hintId, labelId] = [useId(), useId()];
  const focus = focusIn(field.state.draft);
  const set = (change: Partial<Focus>) => field.type(toFocusText({ ...focus, ...change }));
  if (!width || !height) return null;
  const size = { width, height };
  const { left, top, edge } = squareCrop(size, focus);
  const dot = { x: (width * focus.x) / 100, y: (height * focus.y) / 100 };

  function setFromPointer(event: PointerEvent<SVGSVGElement>) {
    const toImage = event.currentTarget.getScreenCTM()?.inverse();
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(toImage);
    set({ x: percentOf(at.x, size.width), y: percentOf(at.y, size.height) });
  }

  return (
    <FieldRow
      id={id}
      name={`Crop for ${imageName}`}
      label={<span id={labelId}>Square crop</span>}
      field={field}
      isWide
      saveLabel="Save crop"
      theirs={describeFocus(focusIn(field.state.theirs?.content ?? ''))}
    >
      <div id={id} className={styles.focus} tabIndex={-1}>
        {/* Hidden from assistive technology, because the sliders do the same. */}
        <svg
          className={styles.image}
          {...size}
          viewBox={`0 0 ${width} ${height}`}
          aria-hidden="true"
          data-testid="focus-picture"
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            setFromPointer(event);
          }}
          onPointerMove={(event) => {
            if (event.currentTarget.hasPointerCapture(event.pointerId)) setFromPointer(event);
          }}
        >
          <image href={screenUrl ?? imageUrl} width={width} height={height} />
          <path
            className={styles.outside}
            d={`M0 0H${width}V${height}H0ZM${left} ${top}v${edge}h${edge}v${-edge}Z`}
          />
          <rect className={styles.square} x={left} y={top} width={edge} height={edge} />
          <circle className={styles.dot} cx={dot.x} cy={dot.y} r={Math.max(width, height) / 60} />
        </svg>
        <div className={styles.sliders}>
          <p id={hintId}>Tap the most important part of the image.</p>
          <Slider
            label="Percent from the left"
            value={focus.x}
            aria-describedby={hintId}
            onSet={(x) => set({ x })}
          />
          <Slider
            label="Percent from the top"
            value={focus.y}
            aria-describedby={hintId}
            onSet={(y) => set({ y })}
          />
        </div>
      </div>
    </FieldRow>
  );
}

const percentOf = (at: number, length: number) => Math.min(Math.max(Math.round((at / length) * 100), 0), 100);

const describeFocus = ({ x, y }: Focus) => `${x}% from the left, ${y}% from the top`;

type SliderProps = { label: string; onSet: (value: number) => void } & ComponentProps<'input'>;

function Slider({ label, onSet, ...input }: SliderProps) {
  const id = useId();
  return (
    <div className={styles.slider}>
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        type="range"
        min={0}
        max={100}
        onChange={(event) => onSet(event.currentTarget.valueAsNumber)}
      />
      <output htmlFor={id}>{input.value}</output>
    </div>
  );
}
