import { createHmac, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { UPLOAD_URL_LIFE_S } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import { ForbiddenError } from '#server/platform/errors.ts';
import { createDiskFiles } from './disk-files.ts';
import { checkKey, type FileKey, type FileStore, type UploadTerms } from './file-store.ts';
import { readSecret } from './secret.ts';

/** File store on the local disk. Uploads arrive at this server, which checks the signatures of their URLs. */
export type DiskFileStore = FileStore & {
  /** Throws ForbiddenError if the URL was not signed for this file or has expired. */
  checkUpload(key: FileKey, signature: UploadSignature): void;
  /** Identifies the folder, also on other servers that share it. */
  folderId: string;
};

/** Opens the file store. Throws StartError if the signing secret is invalid. */
export function openDiskFiles(dataDir: string, now = () => Date.now()): DiskFileStore {
  const secret = readSecret(join(dataDir, 'secrets', 'upload-signing'));
  const signer = createUploadSigner(secret);

  return {
    ...createDiskFiles(dataDir),

    folderId: createHmac('sha256', secret).update('files-folder').digest('base64url'),

    async signUpload(key, terms) {
      checkKey(key);
      const expires = Math.floor(now() / 1000) + UPLOAD_URL_LIFE_S;
      const query = new URLSearchParams({
        expires: String(expires),
        ...(terms.contentType !== undefined && { contentType: terms.contentType }),
        ...(terms.size !== undefined && { size: String(terms.size) }),
        signature: signer.sign(key, { expires, ...terms }),
      });
      return `${API.uploads}/${key.slice(key.indexOf('/') + 1)}?${query}`;
    },

    checkUpload(key, signature) {
      if (!signer.isGenuine(key, signature)) {
        throw new ForbiddenError(
          'upload-not-signed',
          "This upload link isn't valid for this file. Start the upload again.",
        );
      }
      if (signature.expires * 1000 < now()) {
        throw new ForbiddenError('upload-expired', 'This upload link has expired. Start the upload again.');
      }
    },
  };
}

type SignedTerms = UploadTerms & {
  /** Epoch seconds. */
  expires: number;
};
type UploadSignature = SignedTerms & { signature: string };

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
