import { SHARE_PX } from '#contract/image-formats.ts';
import { SETTING_FIELDS } from '#contract/setting-fields.ts';
import type { ShownImage } from '#contract/images.ts';
import { capitalized } from '#shared/site-setting-names.ts';
import type { FormProps } from './form.tsx';
import { ImageInput, useProductImages } from './image-input.tsx';
import { textIn } from './setting-draft.ts';
import { SECTION } from './setting-sections.ts';
import styles from './image-input.module.css';

const ICON_PX = 512;
const HOME_PX = 1280;

/** Returns what visitors may dislike about an image, by the name of its use. */
const WARNINGS: Readonly<Record<string, (image: ShownImage) => string | undefined>> = {
  icon({ width = ICON_PX, height = ICON_PX }) {
    if (width !== height) return "This image isn't square, so the icon has empty space around it.";
    return width < ICON_PX
      ? `This image is only ${width} pixels wide, so the icon may look blurry.`
      : undefined;
  },
  share: ({ width = SHARE_PX.width, height = SHARE_PX.height }) =>
    width < SHARE_PX.width || height < SHARE_PX.height
      ? `This image is only ${width} × ${height} pixels, so it may look blurry.`
      : undefined,
  home: ({ width = HOME_PX }) =>
    width < HOME_PX ? `This image is only ${width} pixels wide, so it may look blurry.` : undefined,
};

/** Renders the images of the brand, because a person chooses an image by looking at it. */
export function BrandImages({ id, values, change }: FormProps) {
  const images = useProductImages();
  return (
    <div className={styles.slots}>
      {Object.entries(SETTING_FIELDS.brand.fields).map(([name, { label, help }], at) => {
        const chosen = textIn(values[name]) || undefined;
        const image = images.list.find(({ imageId }) => imageId === chosen);
        return (
          <ImageInput
            key={name}
            id={at === 0 ? id : `${id}-${name}`}
            name={name}
            label={capitalized(label)}
            hint={help}
            section={SECTION}
            images={images}
            chosen={chosen}
            warning={image && WARNINGS[name]?.(image)}
            isPlain={!name.endsWith('Logo')}
            onChoose={(imageId) => change((before) => ({ ...before, [name]: imageId }))}
          />
        );
      })}
    </div>
  );
}
