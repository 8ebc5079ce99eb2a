import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Returns the network of an address that one client controls: the IPv4 address, or the first half of an IPv6 address. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  // The library rejects zones with a hyphen.
  const parsed = ipaddr.process(address.replace(/%.*$/, ''));
  return 'octets' in parsed ? parsed.toString() : hexGroups(parsed.parts.slice(0, 4));
}

const hexGroups = (groups: readonly number[]) => groups.map((group) => group.toString(16)).join(':');
