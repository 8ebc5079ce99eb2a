import { useState } from 'react';
import { ImageInput, useProductImages } from './image-input.tsx';
import { SEED_SECTION } from './setting-sections.ts';
import styles from './settings.module.css';

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
      data-wide
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

const OpenCropImage = (props: CropImageProps) => (
  <ImageInput
    {...props}
    name={props.id}
    label={`Image of ${props.name}`}
    hint="Replaces the drawing. It's cut to a square."
    section={SEED_SECTION}
    images={useProductImages()}
    isPlain
  />
);
