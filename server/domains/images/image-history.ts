import type { HistoryImage } from '#contract/history.ts';
import { AUDIENCES, IMAGE_LABELS, type Audience } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import { fieldsIn, type Fields, type HistoryContext, type ParsedEntry } from '#server/records/history.ts';
import { createFileHistory, keptIn } from '#server/records/stored-file/file-history.ts';
import type { Given } from '#server/records/stored-file/file-kind.ts';
import { smallSquareName, type StoredImage } from './image-files.ts';
import { imageRules } from './image-kind.ts';

/** Image in the change log. Old entries may lack fields. */
type LoggedImage = Given<StoredImage>;

const nameOf = ({ name }: LoggedImage) => name || 'Image without a name';

const FIELDS: Fields = {
  labels: IMAGE_LABELS,
  formats: {
    type: (type: number) => (type === 0 ? 'Gallery' : 'Products'),
    audience: (audience: Audience) => AUDIENCES[audience],
    focus: () => 'changed',
  },
};

export const imageHistory = createFileHistory(imageRules, {
  nameOf,
  show(value: LoggedImage, { entry, other, context }) {
    const isPictured = other === null || imageRules.hasOtherFiles(value, other as LoggedImage);
    const image = isPictured && imageIn(value, entry, context);
    const hidden = [
      // Nearly all images are for everyone.
      ...(other === null && value.audience === 'everyone' ? ['audience'] : []),
      // The image shows its crop.
      ...(other === null || value === entry.before ? ['focus'] : []),
    ];
    const shown = Object.fromEntries(Object.entries(value).filter(([field]) => !hidden.includes(field)));
    return { type: 'fields', fields: fieldsIn(shown, other, FIELDS, context), ...(image && { image }) };
  },
});

/** Returns the image that a logged value had. */
function imageIn(logged: LoggedImage, entry: ParsedEntry, context: HistoryContext): HistoryImage | undefined {
  const kept = keptIn<StoredImage>(context, entry);
  // A purge is logged without a name.
  if (!kept || logged.name === undefined) return undefined;
  const { fileName = '', crop = kept.stored?.crop ?? '', altText } = logged;
  const { note, purged } = kept.stateOf(logged, logged === entry.before ? entry.at : undefined);
  return {
    alt: altText || nameOf(logged),
    ...(purged === undefined && { url: `${API.keptImages}/${smallSquareName({ fileName, crop })}` }),
    ...(note !== undefined && { note }),
  };
}
