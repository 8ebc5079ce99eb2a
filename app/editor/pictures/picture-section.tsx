import { useState } from 'react';
import { IMAGE_TYPE } from '#contract/images.ts';
import { EditorSection } from '#app/editor/editor-section.tsx';
import { SECTION } from './picture-details.tsx';
import { PictureLists } from './picture-lists.tsx';
import styles from './picture-section.module.css';

/** The lists of pictures, by what they are for. */
const LISTS = [
  { type: IMAGE_TYPE.gallery, choice: 'Gallery', heading: 'Gallery Images', place: 'in the gallery' },
  { type: IMAGE_TYPE.product, choice: 'Products', heading: 'Product Images', place: 'among the products' },
] as const;

/** The pictures: new ones come in, others are cared for and go. One list is shown at a time. */
export function PictureSection() {
  const [list, setList] = useState<(typeof LISTS)[number]>(LISTS[0]);
  return (
    <EditorSection id={SECTION} heading="Image Uploading">
      <div className={styles.pictures}>
        <div className={styles.head}>
          <h3>{list.heading}</h3>
          <fieldset className={styles.choice}>
            <legend className="visually-hidden">Which pictures</legend>
            {LISTS.map((each) => (
              <label key={each.type}>
                <input
                  type="radio"
                  name="picture-list"
                  checked={each.type === list.type}
                  onChange={() => setList(each)}
                />
                <span>{each.choice}</span>
              </label>
            ))}
          </fieldset>
        </div>
        <PictureLists key={list.type} type={list.type} place={list.place} />
      </div>
    </EditorSection>
  );
}
