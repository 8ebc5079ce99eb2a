import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';
import type { FlatHeaders } from './response.ts';

const YEAR_S = 31_536_000;

/**
 * Creates a function to call before each response. It returns the header HSTS over TLS only (RFC 6797, section 7.2), and
 * warns once of a proxy that is not trusted.
 */
export function watchProxies({
  trustProxy,
  hstsSubdomains,
  warn,
}: {
  /** Addresses of trusted proxies, which are assumed to terminate TLS. */
  trustProxy: readonly string[];
  hstsSubdomains: boolean;
  warn: (sentence: string) => void;
}) {
  const isTrusted = proxyAddress.compile([...trustProxy]);
  const hsts: FlatHeaders = [
    'strict-transport-security',
    `max-age=${YEAR_S}${hstsSubdomains ? '; includeSubDomains' : ''}`,
  ];
  /** Whether each connection is a trusted proxy's, because parsing its address takes longer than the rest. */
  const known = new WeakMap<Socket, boolean>();
  let hasWarned = false;

  function isProxy(socket: Socket): boolean {
    if (trustProxy.length === 0) return false;
    let trusted = known.get(socket);
    if (trusted === undefined) {
      trusted = isTrusted(socket.remoteAddress ?? '', 0);
      known.set(socket, trusted);
    }
    return trusted;
  }

  return ({ socket, headers }: IncomingMessage): FlatHeaders => {
    if (isProxy(socket)) {
      // Absent unless the proxy also forwards requests without TLS and says so.
      return headers['x-forwarded-proto'] === 'http' ? NONE : hsts;
    }
    if (!hasWarned && headers['x-forwarded-for'] !== undefined) {
      hasWarned = true;
      warn(untrustedProxy(socket.remoteAddress ?? 'an unknown address', trustProxy));
    }
    return NONE;
  };
}

const NONE: FlatHeaders = [];

const untrustedProxy = (address: string, trustProxy: readonly string[]) =>
  `A request from ${address} has X-Forwarded-For, but ` +
  (trustProxy.length === 0
    ? `TRUST_PROXY is not set, so all its visitors count as one. If ${address} is your proxy, set TRUST_PROXY to that address.`
    : `TRUST_PROXY does not list ${address}, so all its visitors count as one. If it is your proxy, add it to TRUST_PROXY.`);
