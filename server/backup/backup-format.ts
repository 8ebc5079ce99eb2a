import { Type, type Static } from 'typebox';

/**
 * A backup is one file of three parts:
 *
 * 1. A line of JSON that tells what it is: `BackupHeader`.
 * 2. The content, compressed by gzip: lines of JSON, each one row of one table: `BackupRow`. Nothing in it is of one
 *    database or the other. After the rows stand the files of pictures, in parts that follow each other: `BackupPart`.
 * 3. An empty end of line and the SHA-256 of all that stands before, in hexadecimal, on a line of its own: found and
 *    checked before anything else is believed.
 *
 * A change of it that older versions of Scalehouse cannot read is a new `BACKUP_VERSION`.
 */
export const BACKUP_FORMAT = 'scalehouse-backup';
export const BACKUP_VERSION = 1;

export type BackupHeader = Static<typeof BackupHeader>;
export const BackupHeader = Type.Object({
  format: Type.Literal(BACKUP_FORMAT),
  version: Type.Literal(BACKUP_VERSION),
  made: Type.String({ description: 'When, in ISO 8601.' }),
  migrations: Type.Array(Type.String(), {
    minItems: 1,
    description: 'Those that had run on the database: of what shape its tables were.',
  }),
  rows: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
    description: 'How many there are of each table.',
  }),
  files: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'How many there are. Backups from before pictures do not tell.',
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
    file: Type.String({ description: 'The name of the file.' }),
    at: Type.Integer({ minimum: 0, description: 'Where in the file the part begins.' }),
    of: Type.Integer({ minimum: 1, description: 'How many bytes the file has.' }),
    bytes: Type.String({ description: 'In base64.' }),
  },
  { additionalProperties: false },
);

export type BackupLine = Static<typeof BackupLine>;
export const BackupLine = Type.Union([BackupRow, BackupPart]);

/** How the end of the file reads, and how long it is. */
export const backupEnd = (sha256: string) => `\n${sha256}\n`;
export const BACKUP_END_BYTES = backupEnd('0'.repeat(64)).length;
