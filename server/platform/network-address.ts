import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Returns the network of an address that one client controls: the IPv4 address, or the first half of an IPv6 address. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  // The library rejects zones with a hyphen.
  const parsed = ipaddr.process(address.replace(/%.*$/, ''));
  return 'octets' in parsed ? parsed.toString() : hexGroups(parsed.parts.slice(0, 4));
}

const hexGroups = (groups: readonly number[]) => groups.map((group) => group.toString(16)).join(':');

/**
 * Returns the networks that may belong to one customer of a provider, smallest first: for the `networkOf` an IPv6 address
 * that /64, its /56, and its /48; for another network itself.
 */
export function networksAround(network: string): string[] {
  const [first, second, third, fourth, ...more] = network.split(':');
  if (fourth === undefined || more.length > 0) return [network];
  const widest = `${first}:${second}:${third}`;
  return [network, `${widest}:${(Number.parseInt(fourth, 16) >> 8).toString(16)}/56`, `${widest}/48`];
}

/**
 * Returns the addresses of a header X-Forwarded-For without ports, brackets, and quotes, from the last one to the first
 * that is none, such as `unknown` (RFC 7239, section 6). What precedes it was not seen by any trusted proxy.
 */
export function forwardedAddresses(header: string): string[] {
  const addresses = header.split(',').map(addressIn);
  return addresses.slice(addresses.lastIndexOf(undefined) + 1) as string[];
}

function addressIn(part: string): string | undefined {
  const text = part.trim().replace(/^"(.*)"$/, '$1');
  const [, inBrackets] = /^\[([^\]]*)\](?::[\w.-]*)?$/.exec(text) ?? [];
  const address = [inBrackets, text, text.replace(/:[\w.-]*$/, '')].find((each) => each && isIP(each));
  return address === undefined ? undefined : ipaddr.process(address.replace(/%.*$/, '')).toString();
}
