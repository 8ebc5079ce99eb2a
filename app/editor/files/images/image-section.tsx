import { useState } from 'react';
import { IMAGE_TYPE, type ShownImage } from '#contract/images.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import type { FileListRecord } from '#app/editor/files/file-list.ts';
import { FileListView } from '#app/editor/files/file-list-view.tsx';
import { useFileList } from '#app/editor/files/use-file-list.ts';
import { ImageIntake } from './image-intake.tsx';
import { imageList } from './image-list.tsx';
import fileList from '#app/editor/files/file-list.module.css';
import styles from './image-section.module.css';

const LISTS = [
  {
    type: IMAGE_TYPE.gallery,
    choice: 'Gallery',
    heading: 'Gallery Images',
    record: imageList(IMAGE_TYPE.gallery, {
      position: 'in the gallery',
      all: 'Images in the gallery',
      none: 'No images in the gallery yet.',
    }),
  },
  {
    type: IMAGE_TYPE.product,
    choice: 'Products',
    heading: 'Product Images',
    record: imageList(IMAGE_TYPE.product, {
      position: 'in product images',
      all: 'Product images',
      none: 'No product images yet.',
    }),
  },
] as const;

export function ImageSection() {
  const { refreshLastSaves } = useEditor();
  const [shown, setShown] = useState<(typeof LISTS)[number]>(LISTS[0]);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set([shown.type]));
  return (
    <div className={fileList.section}>
      <div className={styles.head}>
        <h3>{shown.heading}</h3>
        <fieldset className={styles.choice}>
          <legend className="visually-hidden">Which images</legend>
          {LISTS.map((each) => (
            <label key={each.type}>
              <input
                type="radio"
                name="image-list"
                checked={each.type === shown.type}
                onChange={() => {
                  setShown(each);
                  if (!opened.has(each.type)) refreshLastSaves();
                  setOpened((before) => new Set(before).add(each.type));
                }}
              />
              <span>{each.choice}</span>
            </label>
          ))}
        </fieldset>
      </div>
      {/* Lists stay mounted when hidden, so that running uploads continue. */}
      {LISTS.filter(({ type }) => opened.has(type)).map(({ type, record }) => (
        <ImageList key={type} type={type} record={record} isShown={type === shown.type} />
      ))}
    </div>
  );
}

type ImageListProps = { type: number; record: FileListRecord<ShownImage>; isShown: boolean };

function ImageList({ record, ...props }: ImageListProps) {
  const list = useFileList(record);
  return (
    <ImageIntake list={list} {...props}>
      <FileListView list={list} />
    </ImageIntake>
  );
}
