import {
  EMPLOYEE_MAX_LENGTH,
  EMPLOYEES_MAX,
  NO_BLANK,
  NO_PHOTO,
  type Employee,
  type Employees,
  type EmployeesSave,
} from '#contract/employees.ts';
import type { Image } from '#contract/images.ts';
import type { Author } from '#server/platform/change.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { ValidationError } from '#server/platform/errors.ts';
import type { ContentCache } from '#server/records/content/content-cache.ts';
import { rowList } from '#server/records/row-list.ts';
import { textColumns } from '#server/records/row-store.ts';
import type { Based } from '#server/records/saved.ts';

export const EMPLOYEES_SUBJECT = 'employees';

type Field = keyof typeof EMPLOYEE_MAX_LENGTH;
/** Stored and logged employee. Without a photo, `imageId` is ''. */
type StoredEmployee = Record<'id' | 'imageId' | Field, string>;

export const employeeList = rowList({
  name: EMPLOYEES_SUBJECT,
  table: 'employee',
  columns: { id: 'text', ...textColumns(EMPLOYEE_MAX_LENGTH), imageId: 'text' },
  hasEditorIds: true,
  max: EMPLOYEES_MAX,
  tooMany: `Keep at most ${EMPLOYEES_MAX} employees. Remove one first.`,
  clean(sent: EmployeesSave[number], path) {
    const fields = Object.keys(EMPLOYEE_MAX_LENGTH) as Field[];
    const blank = fields.find((field) => sent[field].trim() === '');
    if (blank) throw new ValidationError('missing', `This can't be blank. ${NO_BLANK}`, `${path}/${blank}`);
    const texts = fields.map((field) => [field, sent[field].toWellFormed()]);
    const photo = sent.imageId && { imageId: sent.imageId === NO_PHOTO ? '' : sent.imageId };
    return { ...(Object.fromEntries(texts) as Record<Field, string>), ...photo };
  },
  present: ({ imageId, ...employee }: StoredEmployee): Employee =>
    imageId === '' ? employee : { ...employee, imageId },
});

export const { save: saveEmployees, undo: undoEmployees } = employeeList;
export type EmployeeService = ReturnType<typeof createEmployeeService>;

export function createEmployeeService(parts: {
  content: ContentCache<Record<typeof EMPLOYEES_SUBJECT, Employees>>;
}) {
  const { content } = parts;
  return {
    ...employeeList.createService(parts),
    save: (author: Author, { employees, baseVersion }: { employees: EmployeesSave } & Based) =>
      content.write(async (db) => {
        await checkPhotos(db, employees);
        return saveEmployees(employeeList.stores(db), author, { employees, baseVersion });
      }),
  };
}

/** Throws ValidationError for the id of an image that never existed. A photo whose image was deleted can stay. */
async function checkPhotos(db: DatabaseHandle, employees: EmployeesSave): Promise<void> {
  const ids = employees.map(({ imageId }) => imageId || NO_PHOTO);
  if (ids.every((id) => id === NO_PHOTO)) return;
  const images = await db.selectFrom('image').select('id').where('id', 'in', ids).execute();
  const photos = await db
    .selectFrom('employee')
    .select('image_id as id')
    .where('image_id', '!=', '')
    .execute();
  const known = new Set([NO_PHOTO, ...[...images, ...photos].map(({ id }) => id)]);
  const unknown = ids.findIndex((id) => !known.has(id));
  if (unknown === -1) return;
  const message = 'There is no image with this ID. Upload the photo first.';
  throw new ValidationError('invalid', message, `/${unknown}/imageId`);
}

/** Adds the URLs of photos. One whose image was deleted has none. */
export const withPhotos = (
  employees: Employees,
  images: { find(id: string): Image | undefined },
): Employees =>
  employees.map((employee) => {
    const image = employee.imageId === undefined ? undefined : images.find(employee.imageId);
    return image ? { ...employee, photoUrl: image.squareUrls.fallback } : employee;
  });
