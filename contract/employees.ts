import { Type, type Static } from 'typebox';
import { ItemId } from './item-id.ts';
import { NO_NUL } from './text.ts';

/** Our choice (decision 0016): a save sends and logs the whole list, at most 2.3 MB. */
export const EMPLOYEES_MAX = 500;

/** What people call the fields. */
export const EMPLOYEE_LABELS = {
  name: 'Name',
  title: 'Title',
  phoneNumber: 'Phone number',
  email: 'Email',
  imageId: 'Photo',
} as const;

/** Maximum lengths in UTF-16 code units, as `<input maxlength>` counts. */
export const EMPLOYEE_MAX_LENGTH = { name: 200, title: 200, phoneNumber: 100, email: 200 } as const;

/** Says what to type into a field that would be blank. */
export const NO_BLANK = "Type a dash (-) if there isn't one.";

/** Image ID in a save that removes a photo. */
export const NO_PHOTO = '-';

export type Employee = Static<typeof Employee>;
export const Employee = Type.Object({
  id: Type.String(),
  name: Type.String(),
  title: Type.String(),
  phoneNumber: Type.String({ description: "As typed. A dash if the person doesn't have one." }),
  email: Type.String({ description: "As typed. A dash if the person doesn't have one." }),
  imageId: Type.Optional(Type.String({ description: 'The image ID of the photo, if there is one.' })),
  photoUrl: Type.Optional(Type.String({ description: 'The photo as a square, unless it was deleted.' })),
});

export type Employees = Static<typeof Employees>;
export const Employees = Type.Array(Employee);

const EmployeeField = (name: keyof typeof EMPLOYEE_MAX_LENGTH) =>
  Type.String({ pattern: NO_NUL, maxLength: EMPLOYEE_MAX_LENGTH[name] });

/** All employees to save, in this order. One without an id, or with an id that ends in `_new`, is new. */
export type EmployeesSave = Static<typeof EmployeesSave>;
export const EmployeesSave = Type.Array(
  Type.Object({
    id: Type.Optional(Type.Union([ItemId, Type.Literal(''), Type.Null()])),
    name: EmployeeField('name'),
    title: EmployeeField('title'),
    phoneNumber: EmployeeField('phoneNumber'),
    email: EmployeeField('email'),
    imageId: Type.Optional(
      Type.Union([ItemId, Type.Literal(''), Type.Null()], {
        description:
          'The image ID of a photo, or a dash for none. Left out, empty, or null, the photo stays.',
      }),
    ),
  }),
  { maxItems: EMPLOYEES_MAX },
);
