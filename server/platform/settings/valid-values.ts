import proxyAddress from '@fastify/proxy-addr';
import { isIP } from 'node:net';
import { EMAIL } from '#contract/people.ts';

export function isHost(text: string): boolean {
  const isName =
    /^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*$/.test(
      text,
    );
  // Digits and dots alone are a mistyped IP address, not a host name.
  return isIP(text) !== 0 || (isName && !/^[\d.]+$/.test(text));
}

export const isPostgresUrl = (text: string): boolean =>
  /^postgres(ql)?:\/\//.test(text) && (URL.parse(text)?.pathname.length ?? 0) > 1;

export const proxiesIn = (text = ''): string[] =>
  text === '' ? [] : text.split(',').map((each) => each.trim());

export function isProxyList(text: string): boolean {
  try {
    proxyAddress.compile(proxiesIn(text));
    return true;
  } catch {
    return false;
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
export const isSmtpUrl = (text: string): boolean => {
  const url = URL.parse(text);
  return /^smtps?:\/\/[^/]/.test(text) && EMAIL.test(url?.searchParams.get('from') ?? '');
};
export const isKey = (text: string): boolean => /^[\x21-\x7e]{1,200}$/.test(text);
