import proxyAddress from '@fastify/proxy-addr';
import { isIP } from 'node:net';

export function parseHost(text: string): string | undefined {
  const isName =
    /^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*$/.test(
      text,
    );
  // Digits and dots alone are a mistyped IP address, not a host name.
  return isIP(text) !== 0 || (isName && !/^[\d.]+$/.test(text)) ? text : undefined;
}

export function parsePostgresUrl(text: string): string | undefined {
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text).pathname.length > 1 ? text : undefined;
}

export function parseProxies(text: string): readonly string[] | undefined {
  const proxies = text.split(',').map((proxy) => proxy.trim());
  try {
    proxyAddress.compile(proxies);
    return proxies;
  } catch {
    return undefined;
  }
}

export const isWebAddress = (text: string): boolean => {
  const url = URL.parse(text);
  return (
    /^https?:\/\//.test(text) &&
    url?.href.replace(/\/$/, '') === text.replace(/\/$/, '') &&
    !/[?#@]/.test(text)
  );
};
export const isKey = (text: string): boolean => /^[\x21-\x7e]{1,200}$/.test(text);
