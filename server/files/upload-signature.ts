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
  const sign = (key: string, { expires, contentType = null, size = null }: Absent<SignedTerms>): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['PUT', key, expires, contentType, size]))
      .digest('base64url');

  return {
    sign,

    isGenuine(key: string, { signature, ...terms }: UploadSignature): boolean {
      // As text: decoding takes four last letters for the same bytes.
      const given = Buffer.from(signature);
      const expected = Buffer.from(sign(key, terms));
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

type Absent<Type> = { [Key in keyof Type]: Type[Key] | null };
