import { useState } from 'react';
import { SHARE_PX } from '#contract/image-formats.ts';
import { IMAGE_TYPE, type Image, type ShownImage } from '#contract/images.ts';
import { partInWords } from '#shared/site-setting-names.ts';
import { imageApi } from '#app/editor/files/image-api.ts';
import { useEditorQuery } from '#app/editor/frame/use-editor-query.ts';
import { BrandImage } from './brand-image.tsx';
import { formOf } from './setting-form.tsx';
import { SettingRow, settingId } from './setting-row.tsx';
import { useSettingField, type LoadedSettings } from './use-setting-field.ts';
import styles from './brand-field.module.css';
import settings from './website-section.module.css';

const LOGO = 'Shows in the top bar in place of the drawing and the short name. A wide image works best.';
const DARK = 'For phones and computers that are set to dark. Without one, the logo above shows.';
const ICON = 'Shows on browser tabs and home screens. Use a square image of at least 512 pixels.';

const SHARE =
  'Shows when someone shares a page in a message or on Facebook. Use a wide image of at least 1,200 × 630 pixels. Its edges may be cut off.';

const SLOTS = [
  { key: 'wideLogo', hint: LOGO, warn: () => undefined },
  { key: 'darkLogo', hint: DARK, warn: () => undefined },
  { key: 'icon', hint: ICON, warn: iconWarning },
  { key: 'share', hint: SHARE, warn: shareWarning },
] as const;

const ICON_PX = 512;

function iconWarning({ width = ICON_PX, height = ICON_PX }: ShownImage): string | undefined {
  if (width !== height) return "This image isn't square, so the icon has empty space around it.";
  return width < ICON_PX
    ? `This image is only ${width} pixels wide, so the icon may look blurry.`
    : undefined;
}

function shareWarning({ width = SHARE_PX.width, height = SHARE_PX.height }: ShownImage): string | undefined {
  return width < SHARE_PX.width || height < SHARE_PX.height
    ? `This image is only ${width} × ${height} pixels, so it may look blurry.`
    : undefined;
}

const loadImages = () => imageApi.images(IMAGE_TYPE.product);

/** Renders the images of the top bar, icons, and shared links. They are product images, so that they are not in the gallery. */
export function BrandField({ loaded }: { loaded: LoadedSettings }) {
  const setting = useSettingField('brand', loaded);
  const { form, change } = formOf(setting);
  const query = useEditorQuery<Image[]>(loadImages);
  const [added, setAdded] = useState<ShownImage[]>([]);
  const known = query.state === 'loaded' ? query.body : [];
  const images = [
    ...added,
    ...known.filter(({ imageId }) => !added.some((each) => each.imageId === imageId)),
  ];
  return (
    <SettingRow
      setting={setting}
      isWide
      hint="They are also under Image Uploading, Products. Don't delete them there."
    >
      <details className={settings.folded}>
        <summary>Show all {SLOTS.length}</summary>
        <div className={styles.slots}>
          {SLOTS.map(({ key, hint, warn }, at) => (
            <BrandImage
              key={key}
              id={at === 0 ? settingId('brand') : `${settingId('brand')}-${key}`}
              name={key}
              label={partInWords('brand', [key])}
              hint={hint}
              warn={warn}
              chosen={typeof form[key] === 'string' ? form[key] : undefined}
              images={images}
              listState={query.state}
              onChoose={(imageId) => change({ [key]: imageId })}
              onUploaded={(image) => {
                setAdded((before) => [image, ...before]);
                change({ [key]: image.imageId });
              }}
            />
          ))}
        </div>
      </details>
    </SettingRow>
  );
}
