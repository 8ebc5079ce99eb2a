import { API } from '#contract/paths.ts';

export const ADMIN = { username: 'bench', password: 'seed, feed and weed' };

/** Environment of a server that creates the administrator when it starts. */
export const WITH_ADMIN = { ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password };

/** Signs in, and returns functions that send a request, throw unless it succeeds, and return the parsed response. */
export async function signIn(url: string) {
  async function send(path: string, options: RequestInit = {}): Promise<Response> {
    const response = await fetch(url + path, options);
    if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`);
    return response;
  }
  const json = (body: object) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });

  let cookie = '';
  const signedIn = await send(API.signIn, json(ADMIN));
  cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';

  return {
    get: async (path: string) => (await send(path, { headers: { cookie } })).json(),
    post: async (path: string, body: object) => (await send(path, json(body))).json(),
    put: async (path: string, body: Uint8Array<ArrayBuffer>, contentType: string) =>
      (await send(path, { method: 'PUT', headers: { 'content-type': contentType, cookie }, body })).json(),
  };
}
