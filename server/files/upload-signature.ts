import { createHmac, timingSafeEqual } from 'node:crypto';
import type { UploadTerms } from './file-store.ts';

type SignedTerms = UploadTerms & {
  /** In seconds. */
  expires: number;
};
export type UploadSignature = SignedTerms & { signature: string };

/** Signs permission to upload one file by PUT, until a moment, and of one type and size where those were told. */
export function createUploadSigner(secret: Uint8Array) {
  // As JSON no two permissions read the same, whatever is in them.
  const digest = (key: string, { expires, contentType = null, size = null }: Absent<SignedTerms>) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['PUT', key, expires, contentType, size]))
      .digest();

  return {
    sign: (key: string, terms: SignedTerms): string => digest(key, terms).toString('base64url'),

    isGenuine(key: string, { signature, ...terms }: UploadSignature): boolean {
      const given = Buffer.from(signature, 'base64url');
      const expected = digest(key, terms);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

type Absent<Type> = { [Key in keyof Type]: Type[Key] | null };
