import type { FastifyInstance } from 'fastify';
import type { Site } from '#contract/site.ts';
import { responseHeaders } from '#server/http/headers.ts';

/** Section of the editor with the form that changes a password. */
const PASSWORD_FORM = '/admin/dashboard#your-account';

/** RFC 9116 recommends less than a year, so that a copy does not outlive its contact. */
const VALID_DAYS = 90;
const DAY_MS = 24 * 60 * 60_000;

type Settings = Pick<Site, 'securityContact' | 'publicAddress' | 'language'>;
type Parts = { site: () => Settings; now: () => Date };

/** Adds security.txt (RFC 9116), if the site file has a contact, and the address of the password form. */
export function addWellKnownRoutes(app: FastifyInstance, { site, now }: Parts): void {
  const schema = { hide: true };
  app.get('/.well-known/change-password', { schema }, async (_, reply) => reply.redirect(PASSWORD_FORM, 302));

  const { securityContact } = site();
  if (securityContact === undefined) return;
  app.get('/.well-known/security.txt', { schema }, async (_, reply) => {
    void reply.headers(responseHeaders({ type: 'text/plain; charset=utf-8', cache: 'anHour' }));
    return securityText(securityContact, site(), now());
  });
}

function securityText(contact: string, { publicAddress, language }: Settings, now: Date): string {
  const expires = new Date(now.getTime() + VALID_DAYS * DAY_MS);
  // Round to a day, so that the text changes only once a day.
  expires.setUTCHours(0, 0, 0, 0);
  const fields = [
    ['Contact', contact],
    ['Expires', expires.toISOString()],
    ['Preferred-Languages', language],
    // Web addresses in this file must begin with https.
    ...(publicAddress.startsWith('https://')
      ? [['Canonical', `${publicAddress}/.well-known/security.txt`]]
      : []),
  ];
  return fields.map(([name, value]) => `${name}: ${value}\n`).join('');
}
