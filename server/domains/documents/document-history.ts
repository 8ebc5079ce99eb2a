import { DOCUMENT_LABELS } from '#contract/documents.ts';
import { AUDIENCES, type Audience } from '#contract/images.ts';
import { createFileHistory } from '#server/records/stored-file/file-history.ts';
import { formatDateTime } from '#shared/date-time.ts';
import { formatFileSize } from '#shared/file-size.ts';
import { documentRules } from './document-kind.ts';

export const documentHistory = createFileHistory(documentRules, {
  nameOf: ({ title = '' }) => title,
  fields: {
    labels: DOCUMENT_LABELS,
    formats: {
      size: formatFileSize,
      audience: (audience: Audience) => AUDIENCES[audience],
      changedAt: (at: string, { site }) => formatDateTime(at, site.timeZone),
    },
  },
});
