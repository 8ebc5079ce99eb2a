import { useState } from 'react';
import { IMAGE_TYPE, type ShownImage } from '#contract/images.ts';
import { MESSAGES } from '#contract/messages.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import { useReportUnsaved } from '#app/editor/field/use-report-unsaved.ts';
import { DropZone } from '#app/editor/files/drop-zone.tsx';
import type { FileListRecord } from '#app/editor/files/file-list.ts';
import { FileListView } from '#app/editor/files/file-list-view.tsx';
import { imageApi } from '#app/editor/files/image-api.ts';
import { rejectionReason } from '#app/editor/files/image-file.ts';
import { readableName } from '#app/editor/files/readable-name.ts';
import { uploadImage } from '#app/editor/files/upload-image.ts';
import { UploadQueue } from '#app/editor/files/upload-queue.tsx';
import { useFileList, type FileListState } from '#app/editor/files/use-file-list.ts';
import { useUploadQueue } from '#app/editor/files/use-upload-queue.ts';
import { ImageForm } from './image-form.tsx';
import { imageList, SECTION } from './image-list.tsx';
import forms from '#app/editor/field/file-form.module.css';
import fileList from '#app/editor/files/file-list.module.css';
import styles from './image-section.module.css';

const LISTS = [
  {
    type: IMAGE_TYPE.gallery,
    choice: 'Gallery',
    heading: 'Gallery Images',
    hint: '',
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
    hint: 'Your logo, icon, and image for shared links can be among these. The others show only on pages where you choose them.',
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
      {shown.hint && <p className={forms.hint}>{shown.hint}</p>}
      {/* Lists stay mounted when hidden, so that running uploads continue. */}
      {LISTS.filter(({ type }) => opened.has(type)).map(({ type, record }) => (
        <ImageList key={type} type={type} record={record} isShown={type === shown.type} />
      ))}
    </div>
  );
}

type ListProps = { type: number; isShown: boolean };

function ImageList({ record, ...props }: ListProps & { record: FileListRecord<ShownImage> }) {
  const list = useFileList(record);
  return (
    <ImageIntake list={list} {...props}>
      <FileListView list={list} />
    </ImageIntake>
  );
}

/** Renders the upload form and queue above the list. Their state is here, so that progress does not render long lists. */
function ImageIntake({
  type,
  isShown,
  list,
  children,
}: ListProps & { list: FileListState<ShownImage>; children: React.ReactNode }) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const queue = useUploadQueue({
    upload: (file, options) =>
      uploadImage({ ...file, type, name: readableName(file.file.name) || 'Image' }, imageApi, options),
    reasonAgainst: rejectionReason,
    onUploaded: list.uploaded,
  });
  const hasAcceptedFile = files.some((file) => !rejectionReason(file));
  useReportUnsaved(SECTION, `picture-files-${type}`, hasAcceptedFile || queue.isSending, { isFile: true });

  function choose(chosen: readonly File[], message = '') {
    setFiles(chosen);
    list.setStatus(message);
  }

  return (
    <DropZone isShown={isShown} isForPage onFiles={(given) => choose(given, chosenMessage(given))}>
      <ImageForm
        type={type}
        files={files}
        onChoose={choose}
        onStart={() => list.setStatus('')}
        onSeveral={queue.add}
        onUploaded={list.uploaded}
      />
      <UploadQueue queue={queue} message={MESSAGES.imageUploadFailed} />
      {children}
    </DropZone>
  );
}

const chosenMessage = (files: readonly File[]) =>
  files.length === 1 ? `1 file chosen: ${files[0]?.name}` : `${files.length} files chosen`;
