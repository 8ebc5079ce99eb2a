import { isIPv6 } from 'node:net';

/** Returns the network of an address that one client controls: the IPv4 address, or the first half of an IPv6 address. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  // The URL parser normalizes the address. It does not accept a zone.
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`);
  const [start = '', end] = hostname.slice(1, -1).split('::');
  const first = start.split(':').filter(Boolean);
  const last = end?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  const groups = [...first, ...zeros, ...last];
  return ipv4In(groups) ?? groups.slice(0, 4).join(':');
}

/** Returns the address inside an IPv4-mapped one, such as ::ffff:192.0.2.7. */
function ipv4In(groups: readonly string[]): string | undefined {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return undefined;
  const bytes = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return bytes.flatMap((pair) => [pair >> 8, pair & 0xff]).join('.');
}
