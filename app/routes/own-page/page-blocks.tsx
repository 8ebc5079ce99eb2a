import type { ReactNode } from 'react';
import { SQUARE_PX } from '#contract/image-formats.ts';
import { hasVisibleText } from '#contract/rich-text.ts';
import type { OwnPageContent, ShownBlock } from '#shared/own-page-content.ts';
import { Crew } from '#app/ui/crew.tsx';
import { DocumentList } from '#app/ui/document-list.tsx';
import { EmbedFrame } from '#app/ui/embed-frame.tsx';
import { Page } from '#app/ui/page.tsx';
import { PhoneLink } from '#app/ui/phone-link.tsx';
import { RichText } from '#app/ui/rich-text.tsx';
import { SquareImage } from '#app/ui/square-image.tsx';
import { VendorLink } from '#app/ui/vendor-fallback.tsx';
import { imageLoadings, type ImageLoading } from './block-offsets.ts';
import styles from './page-blocks.module.css';

type BlockOf<Kind extends ShownBlock['kind']> = Extract<ShownBlock, { kind: Kind }>;

const [SQUARE] = SQUARE_PX;

/** Renders a page that administrators have created. It needs no script. */
export function OwnPageBlocks({ title, hidden, blocks }: Omit<OwnPageContent, 'description'>) {
  const loadings = imageLoadings(blocks);
  return (
    <Page heading={title}>
      {hidden && <p className="gold-note">Only you can see this page. It is hidden from visitors.</p>}
      <div className={styles.blocks}>
        {blocks.map((block, index) => (
          <Block key={block.id} block={block} loadingOf={loadings[index]!} />
        ))}
      </div>
    </Page>
  );
}

type LoadingOf = (row: number) => ImageLoading;

function Block({ block, loadingOf }: { block: ShownBlock; loadingOf: LoadingOf }): ReactNode {
  switch (block.kind) {
    case 'heading':
      return block.level === 2 ? <h2>{block.text}</h2> : <h3>{block.text}</h3>;
    case 'text':
      return (
        hasVisibleText(block.html) && <RichText className={`${styles.text} measure`} html={block.html} />
      );
    case 'picture':
      return <PictureBlock {...block} loading={loadingOf(0)} />;
    case 'gallery':
      return <GalleryBlock {...block} loadingOf={loadingOf} />;
    case 'table':
      return <TableBlock {...block} />;
    case 'people':
      return (
        <div className={styles.people}>
          <Crew employees={block.employees} />
        </div>
      );
    case 'documents':
      return (
        <div className="measure">
          <DocumentList documents={block.documents} />
        </div>
      );
    case 'phone':
      return <PhoneBlock {...block} />;
    case 'frame':
      return <FrameBlock {...block} />;
  }
}

function PictureBlock({ image, caption, loading }: BlockOf<'picture'> & { loading: ImageLoading }) {
  const { imageUrl, screenUrl, phoneUrl, width, height, altText, imageName } = image;
  return (
    <figure className={styles.picture} data-tall={(height ?? 0) > (width ?? 0)}>
      <picture>
        {phoneUrl && <source type="image/avif" media={ON_PHONES} srcSet={phoneUrl} />}
        <img
          src={screenUrl ?? imageUrl}
          alt={altText || imageName}
          width={width}
          height={height}
          {...loading}
        />
      </picture>
      {caption && <figcaption className="fine-print">{caption}</figcaption>}
    </figure>
  );
}

const ON_PHONES = '(width < 43.75rem)';

function GalleryBlock({ images, loadingOf }: BlockOf<'gallery'> & { loadingOf: LoadingOf }) {
  return (
    <ul className={styles.gallery}>
      {images.map((image, index) => (
        <li key={image.imageId}>
          <a href={image.screenUrl ?? image.imageUrl} className="square">
            <SquareImage image={image} sizes={SIZES} {...loadingOf(Math.floor(index / 2))} />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Value of the `sizes` attribute: two columns on phones. */
const SIZES = `(min-width: 700px) ${SQUARE}px, calc(50vw - 18px)`;

function TableBlock({ caption, headers, rows }: BlockOf<'table'>) {
  return (
    <div className={styles.tableBox}>
      <table
        className={`${styles.table} list-table`}
        data-columns={headers.length > NARROW_COLUMNS ? 'several' : 'few'}
      >
        {caption && <caption>{caption}</caption>}
        <thead>
          <tr>
            {headers.map((header, column) => (
              <th key={column} scope="col">
                {header || <span className="visually-hidden">Column {column + 1}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((text, column) =>
                column === 0 && text !== '' ? (
                  <th key={column} scope="row">
                    {text}
                  </th>
                ) : (
                  <td key={column} data-label={headers[column]}>
                    {column > 0 && text === '' ? '—' : text}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Maximum number of columns of a table that stays a table on phones. */
const NARROW_COLUMNS = 3;

function PhoneBlock({ message, phoneNumber }: BlockOf<'phone'>) {
  return (
    <p className={styles.phone}>
      {message && <span>{message}</span>}
      {phoneNumber && (
        <strong>
          <PhoneLink number={phoneNumber} />
        </strong>
      )}
    </p>
  );
}

function FrameBlock({ title, address, height, isAllowed }: BlockOf<'frame'>) {
  const name = title || new URL(address).host;
  return (
    <div className={styles.frameBox}>
      {isAllowed && <EmbedFrame className={styles.frame} title={name} url={address} height={height} />}
      <p className="fine-print">
        {title && `${title.replace(/[.:]$/, '')}. `}
        {isAllowed && "Can't see it? "}
        Open it at <VendorLink url={address} />.
      </p>
    </div>
  );
}
