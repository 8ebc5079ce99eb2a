import { createHmac, timingSafeEqual } from 'node:crypto';
import type { UploadTerms } from './file-store.ts';

type SignedTerms = UploadTerms & {
  /** Epoch seconds. */
  expires: number;
};
export type UploadSignature = SignedTerms & { signature: string };

export function createUploadSigner(secret: Uint8Array) {
  // Sign JSON, so that different permissions never serialize to the same text. Missing terms are null there.
  const sign = (key: string, { expires, contentType, size }: SignedTerms): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['PUT', key, expires, contentType, size]))
      .digest('base64url');

  return {
    sign,

    isGenuine(key: string, { signature, ...terms }: UploadSignature): boolean {
      // Compare text, because decoding base64url accepts four different last characters for the same bytes.
      const given = Buffer.from(signature);
      const expected = Buffer.from(sign(key, terms));
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
