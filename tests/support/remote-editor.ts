import assert from 'node:assert/strict';
import { API } from '#contract/paths.ts';
import type { SavedSiteText } from '#contract/site-text.ts';
import { PASSWORD } from './http-client.ts';

export type RemoteEditor = {
  get(path: string): Promise<Response>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
};

/** Signs in to a running site over HTTP. The editor works at `url`, or at another server of the same site. */
export async function signInAt(
  url: string,
  { username = 'Dana', password = PASSWORD } = {},
): Promise<{ at(url: string): RemoteEditor }> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ username, password });
  const response = await fetch(url + API.signIn, { method: 'POST', headers, body });
  assert.equal(response.status, 200, await response.text());
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  return {
    at: (server) => ({
      get: (path) => fetch(server + path, { headers: { cookie } }),
      post: (path, content, more = {}) =>
        fetch(server + path, {
          method: 'POST',
          headers: { ...headers, cookie, ...more },
          body: JSON.stringify(content),
        }),
    }),
  };
}

/** Saves the welcome message. Returns undefined if the save was not acknowledged. Throws if it was rejected. */
export async function saveWelcome(editor: RemoteEditor, message: string): Promise<SavedSiteText | undefined> {
  try {
    const response = await editor.post(API.saveSiteText, { configType: 'WelcomeMessage', message });
    if (response.status >= 500) return void (await response.bytes());
    assert.equal(response.status, 200);
    return (await response.json()) as SavedSiteText;
  } catch (error) {
    // The server was killed before it responded.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
