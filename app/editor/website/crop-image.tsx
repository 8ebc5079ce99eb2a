import { useState } from 'react';
import { IMAGE_TYPE, type Image, type ShownImage } from '#contract/images.ts';
import { imageApi } from '#app/editor/files/image-api.ts';
import { useEditorQuery } from '#app/editor/frame/use-editor-query.ts';
import { BrandImage } from './brand-image.tsx';
import { SEED_SECTION } from './use-setting-field.ts';
import styles from './website-section.module.css';

type CropImageProps = {
  id: string;
  /** Name of the crop. */
  name: string;
  drawing: string;
  chosen: string | undefined;
  onChoose: (imageId: string | undefined) => void;
};

/** Renders the image of a crop, which replaces its drawing. Loads the uploaded images once it is opened. */
export function CropImage(props: CropImageProps) {
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <details
      className={styles.folded}
      onToggle={({ currentTarget }) => currentTarget.open && setWasOpened(true)}
    >
      <summary>
        {props.chosen === undefined ? 'Use an image of your own' : 'Your image'}
        <span className="visually-hidden"> for {props.name}</span>
      </summary>
      {wasOpened && <OpenCropImage {...props} />}
    </details>
  );
}

const loadImages = () => imageApi.images(IMAGE_TYPE.product);

function OpenCropImage({ id, name, drawing, chosen, onChoose }: CropImageProps) {
  const query = useEditorQuery<Image[]>(loadImages);
  const [added, setAdded] = useState<ShownImage[]>([]);
  const known = query.state === 'loaded' ? query.body : [];
  return (
    <BrandImage
      id={id}
      name={id}
      label={`Image of ${name}`}
      hint="Shows in place of the drawing. It's cut to a square. It's also under Image Uploading, Products."
      warn={() => undefined}
      chosen={chosen}
      images={[...added, ...known.filter(({ imageId }) => !added.some((each) => each.imageId === imageId))]}
      listState={query.state}
      section={SEED_SECTION}
      drawing={drawing}
      onChoose={onChoose}
      onUploaded={(image) => {
        setAdded((before) => [image, ...before]);
        onChoose(image.imageId);
      }}
    />
  );
}
