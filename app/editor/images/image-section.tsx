import { useState } from 'react';
import { IMAGE_TYPE } from '#contract/images.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import { ImageLists } from './image-lists.tsx';
import forms from '#app/editor/field/file-form.module.css';
import fileList from '#app/editor/field/file-list.module.css';
import styles from './image-section.module.css';

const LISTS = [
  {
    type: IMAGE_TYPE.gallery,
    choice: 'Gallery',
    heading: 'Gallery Images',
    hint: '',
    texts: {
      position: 'in the gallery',
      all: 'Images in the gallery',
      none: 'No images in the gallery yet.',
    },
  },
  {
    type: IMAGE_TYPE.product,
    choice: 'Products',
    heading: 'Product Images',
    hint: 'Your logo, icon, and image for shared links can be among these. The others show only on pages where you choose them.',
    texts: { position: 'in product images', all: 'Product images', none: 'No product images yet.' },
  },
] as const;

export function ImageSection() {
  const { refreshLastSaves } = useEditor();
  const [list, setList] = useState<(typeof LISTS)[number]>(LISTS[0]);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set([list.type]));
  return (
    <div className={fileList.section}>
      <div className={styles.head}>
        <h3>{list.heading}</h3>
        <fieldset className={styles.choice}>
          <legend className="visually-hidden">Which images</legend>
          {LISTS.map((each) => (
            <label key={each.type}>
              <input
                type="radio"
                name="image-list"
                checked={each.type === list.type}
                onChange={() => {
                  setList(each);
                  if (!opened.has(each.type)) refreshLastSaves();
                  setOpened((before) => new Set(before).add(each.type));
                }}
              />
              <span>{each.choice}</span>
            </label>
          ))}
        </fieldset>
      </div>
      {list.hint && <p className={forms.hint}>{list.hint}</p>}
      {/* Lists stay mounted when hidden, so that running uploads continue. */}
      {LISTS.filter(({ type }) => opened.has(type)).map(({ type, texts }) => (
        <ImageLists key={type} type={type} texts={texts} isShown={type === list.type} />
      ))}
    </div>
  );
}
