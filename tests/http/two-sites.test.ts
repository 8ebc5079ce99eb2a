import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NewApiToken } from '#contract/api-tokens.ts';
import type { Image } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import { NO_S3_SERVER, s3Environment } from '#tests/support/s3-server.ts';
import { freshPostgresUrl, NO_POSTGRES } from '#tests/support/databases.ts';
import { freshBucket } from '#tests/support/on-both-stores.ts';
import { addAdmin, httpClientOf, signIn, trySignIn } from '#tests/support/http-client.ts';
import { aTestImage, idIn, requestUpload } from '#tests/support/test-images.ts';
import { openTestSite } from '#tests/support/test-site.ts';

test(
  'shares no content, session, token, or file with another site in its database and bucket',
  { skip: NO_POSTGRES || NO_S3_SERVER },
  async () => {
    await using database = await freshPostgresUrl();
    const bucket = s3Environment(await freshBucket());
    const open = (name: string) =>
      openTestSite({
        seedContent: 'none',
        environment: {
          DATABASE_URL: database.url,
          DATABASE_SCHEMA: name,
          DATABASE_POOL: '1',
          ...bucket,
          S3_PREFIX: name,
        },
      });
    await using north = await open('north');
    await using south = await open('south');
    await addAdmin(north.database, 'Dana', 'north, feed and weed');
    await addAdmin(south.database, 'Dana', 'south, feed and weed');
    const before = south.content.snapshot().version;

    const password = 'north, feed and weed';
    assert.equal((await trySignIn(south, { username: 'Dana', password })).statusCode, 401);
    const dana = await signIn(north, { username: 'Dana', password });
    const { cookie } = dana;
    assert.equal((await httpClientOf(south).get(API.verify, { cookie })).statusCode, 401);

    const { token } = (await dana.post(API.apiTokens, { name: 'Scale office' })).json<NewApiToken>();
    const push = (site: typeof north) =>
      httpClientOf(site).put(API.cashBids, { bids: [] }, { authorization: `Bearer ${token}` });
    assert.notEqual((await push(north)).statusCode, 401);
    assert.equal((await push(south)).statusCode, 401);

    const bytes = await aTestImage().jpeg().toBuffer();
    const { uploadUrl, fileUrl } = await requestUpload(dana, {
      fileName: 'field.jpg',
      contentType: 'image/jpeg',
      size: String(bytes.length),
    });
    const uploaded = await fetch(uploadUrl, {
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg' },
      body: new Uint8Array(bytes),
    });
    assert.equal(uploaded.status, 200);
    const save = { imageId: idIn(fileUrl), imageUrl: fileUrl, imageName: 'The field', imageType: 0 };
    const southern = await signIn(south, { username: 'Dana', password: 'south, feed and weed' });
    assert.equal((await southern.post(API.saveImage, save)).statusCode, 400);
    const saved = await dana.post(API.saveImage, save);
    assert.equal(saved.statusCode, 200, saved.body);
    const { screenUrl } = saved.json<{ content: Image }>().content;
    assert.equal((await httpClientOf(north).get(screenUrl)).statusCode, 200);
    assert.equal((await httpClientOf(south).get(screenUrl)).statusCode, 404);

    await north.change({ texts: { WelcomeMessage: '<p>Only for the north.</p>' } });
    await south.content.refresh();
    assert.match((await httpClientOf(north).get('/')).body, /Only for the north/);
    assert.doesNotMatch((await httpClientOf(south).get('/')).body, /Only for the north/);
    assert.equal(south.content.snapshot().version, before);
  },
);
