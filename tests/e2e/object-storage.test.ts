import { API } from '#contract/paths.ts';
import type { Image, Upload } from '#contract/images.ts';
import { aTestImage as paint } from '#tests/support/test-images.ts';
import { NO_S3_SERVER, s3Environment, startS3Server } from '#tests/support/s3-server.ts';
import { startServer } from '#tests/support/server-process.ts';
import { expect, PASSWORD, test } from './fixtures.ts';

test.skip(Boolean(NO_S3_SERVER), String(NO_S3_SERVER));

/** Returns the status of an upload, or null if the browser blocked it. */
async function putFrom({ uploadUrl, bytes }: { uploadUrl: string; bytes: number[] }): Promise<number | null> {
  try {
    const response = await fetch(uploadUrl, {
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg' },
      body: new Uint8Array(bytes),
    });
    return response.status;
  } catch {
    return null;
  }
}

test(
  'uploads images to object storage from the dashboard only',
  { tag: '@long' },
  async ({ page, context, expectProblem }) => {
    await using s3 = await startS3Server();
    const storage = await s3.createBucket();
    await using server = await startServer({
      ...s3Environment(storage),
      SEED_CONTENT: 'none',
      ADMIN_USERNAME: 'Dana',
      ADMIN_PASSWORD: PASSWORD,
    });
    const data = { username: 'Dana', password: PASSWORD };
    expect((await context.request.post(server.url + API.signIn, { data })).status()).toBe(200);
    const bytes = [...(await paint().jpeg().toBuffer())];
    const query = new URLSearchParams({
      fileName: 'field.jpg',
      contentType: 'image/jpeg',
      size: String(bytes.length),
    });
    const response = await context.request.get(`${server.url}${API.presignedUrl}?${query}`);
    const { uploadUrl, fileUrl } = (await response.json()) as Upload;
    expect(new URL(uploadUrl).origin).toBe(new URL(storage.publicUrl).origin);

    await page.goto(`${server.url}/gallery`);
    expect(await page.evaluate(putFrom, { uploadUrl, bytes })).toBe(null);
    expectProblem(/security policy violation: connect-src/);
    expectProblem(/console error: .*Content Security Policy/);

    await page.goto(`${server.url}/admin/dashboard`);
    expect(await page.evaluate(putFrom, { uploadUrl, bytes })).toBe(200);
    const imageId = fileUrl.slice('/images/'.length, -'.jpg'.length);
    const saved = await context.request.post(server.url + API.saveImage, {
      data: { imageId, imageUrl: fileUrl, imageName: 'The field', imageType: 0 },
    });
    expect(saved.status()).toBe(200);
    const { content } = (await saved.json()) as { content: Image };
    expect((await context.request.get(server.url + content.screenUrl)).status()).toBe(200);
  },
);
