import { useState } from 'react';
import { ImageInput, useProductImages } from './image-input.tsx';
import styles from './settings.module.css';

type DrawingImageProps = {
  section: string;
  id: string;
  /** Name of the row. */
  name: string;
  drawing: string;
  chosen: string | undefined;
  onChoose: (imageId: string | undefined) => void;
};

/** Renders the image that replaces the drawing of a row. Loads the uploaded images once it is opened. */
export function DrawingImage(props: DrawingImageProps) {
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
      {wasOpened && <OpenDrawingImage {...props} />}
    </details>
  );
}

const OpenDrawingImage = (props: DrawingImageProps) => (
  <ImageInput
    {...props}
    name={props.id}
    label={`Image of ${props.name}`}
    hint="Replaces the drawing. It's cut to a square."
    images={useProductImages()}
    isPlain
  />
);
