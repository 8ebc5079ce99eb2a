import { Type, type Static } from 'typebox';

/**
 * A backup is one file of three parts:
 * 1. One line of JSON, `BackupHeader`.
 * 2. Gzip-compressed, database-neutral lines of JSON: one `BackupRow` per row, then for each image file its
 *    `BackupPart`s, or a `BackupCopy` if the file is in a folder, then one `BackupEnd`.
 * 3. A line feed, and the hexadecimal SHA-256 of all preceding bytes on its own line, which is verified first.
 * A change that older versions of Scalehouse cannot read needs a new `BACKUP_VERSION`. Version 1 has neither
 * `BackupCopy` nor `BackupEnd`.
 */
export const BACKUP_FORMAT = 'scalehouse-backup';
export const BACKUP_VERSION = 2;

export type BackupHeader = Static<typeof BackupHeader>;
export const BackupHeader = Type.Object({
  format: Type.Literal(BACKUP_FORMAT),
  version: Type.Union([Type.Literal(1), Type.Literal(BACKUP_VERSION)]),
  made: Type.String({ description: 'Time of the backup in ISO 8601.' }),
  migrations: Type.Array(Type.String(), {
    minItems: 1,
    description: 'Migrations of the database, which determine its tables.',
  }),
  rows: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
    description: 'Number of rows by table.',
  }),
  files: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'Number of files, only in version 1. Backups from before images do not have it.',
    }),
  ),
});

export type BackupRow = Static<typeof BackupRow>;
export const BackupRow = Type.Object(
  {
    table: Type.String(),
    row: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Null()])),
  },
  { additionalProperties: false },
);

export type BackupPart = Static<typeof BackupPart>;
export const BackupPart = Type.Object(
  {
    file: Type.String({ description: 'Name of the file.' }),
    at: Type.Integer({ minimum: 0, description: 'Offset of the part in the file, in bytes.' }),
    of: Type.Integer({ minimum: 1, description: 'Size of the file in bytes.' }),
    bytes: Type.String({ description: 'Content of the part in base64.' }),
  },
  { additionalProperties: false },
);

export type BackupCopy = Static<typeof BackupCopy>;
export const BackupCopy = Type.Object(
  {
    copy: Type.String({ pattern: '^[A-Za-z0-9_-][A-Za-z0-9._-]*$', description: 'Name of the file.' }),
    size: Type.Integer({ minimum: 1, description: 'Size of the file in bytes.' }),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  },
  { additionalProperties: false },
);

export type BackupEnd = Static<typeof BackupEnd>;
export const BackupEnd = Type.Object(
  { files: Type.Integer({ minimum: 0, description: 'Number of files, including those in a folder.' }) },
  { additionalProperties: false },
);

export type BackupLine = Static<typeof BackupLine>;
export const BackupLine = Type.Union([BackupRow, BackupPart, BackupCopy, BackupEnd]);

export const backupEnd = (sha256: string) => `\n${sha256}\n`;
export const BACKUP_END_BYTES = backupEnd('0'.repeat(64)).length;
