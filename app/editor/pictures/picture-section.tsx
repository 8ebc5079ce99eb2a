import { useState } from 'react';
import { IMAGE_TYPE } from '#contract/images.ts';
import { EditorSection } from '#app/editor/editor-section.tsx';
import { PictureLists } from './picture-lists.tsx';
import { SECTION } from './section.ts';
import styles from './picture-section.module.css';

const LISTS = [
  { type: IMAGE_TYPE.gallery, choice: 'Gallery', heading: 'Gallery Images', place: 'in the gallery' },
  { type: IMAGE_TYPE.product, choice: 'Products', heading: 'Product Images', place: 'among the products' },
] as const;

export function PictureSection() {
  const [list, setList] = useState<(typeof LISTS)[number]>(LISTS[0]);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set([list.type]));
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
                  onChange={() => {
                    setList(each);
                    setOpened((before) => new Set(before).add(each.type));
                  }}
                />
                <span>{each.choice}</span>
              </label>
            ))}
          </fieldset>
        </div>
        {/* Lists stay mounted when hidden, so that running uploads continue. */}
        {LISTS.filter(({ type }) => opened.has(type)).map(({ type, place }) => (
          <PictureLists key={type} type={type} place={place} isShown={type === list.type} />
        ))}
      </div>
    </EditorSection>
  );
}
