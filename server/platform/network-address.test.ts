import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forwardedAddresses, networkOf, networksAround } from './network-address.ts';

const NETWORKS: [address: string, network: string][] = [
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:FFFF:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8::3:4:5:6:7', '2001:db8:0:3'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['fe80::1%br-lan', 'fe80:0:0:0'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0'],
  ['unknown', 'unknown'],
];

for (const [address, network] of NETWORKS) {
  test(`returns ${network} as the network of ${address}`, () => {
    assert.equal(networkOf(address), network);
  });
}

test('returns the wider networks around an IPv6 network, and no others', () => {
  assert.deepEqual(networksAround(networkOf('2001:db8:1:ab02::9')), [
    '2001:db8:1:ab02',
    '2001:db8:1:ab/56',
    '2001:db8:1/48',
  ]);
  for (const network of ['192.0.2.7', 'unknown', '']) assert.deepEqual(networksAround(network), [network]);
});

const FORWARDED: [header: string, addresses: string[]][] = [
  ['192.0.2.7', ['192.0.2.7']],
  ['192.0.2.7:51234', ['192.0.2.7']],
  ['192.0.2.7:_port', ['192.0.2.7']],
  ['[192.0.2.7]:80', ['192.0.2.7']],
  ['::ffff:192.0.2.7', ['192.0.2.7']],
  ['[::ffff:192.0.2.7]:443', ['192.0.2.7']],
  ['2001:DB8::1', ['2001:db8::1']],
  ['[2001:db8::1]', ['2001:db8::1']],
  ['"[2001:db8:cafe::17]:4711"', ['2001:db8:cafe::17']],
  ['2001:db8:1:2:3:4:5:6:443', ['2001:db8:1:2:3:4:5:6']],
  ['fe80::1%br-lan', ['fe80::1']],
  ['203.0.113.1:1,  198.51.100.2:2', ['203.0.113.1', '198.51.100.2']],
  ['203.0.113.1, unknown, 198.51.100.2', ['198.51.100.2']],
  ['203.0.113.1, unknown', []],
  ['203.0.113.1, _SEVKISEK', []],
  ['203.0.113.1, ', []],
  ['3232235777', []],
  ['999.0.0.1:80', []],
  ['', []],
];

for (const [header, addresses] of FORWARDED) {
  test(`reads the addresses of X-Forwarded-For: ${header}`, () => {
    assert.deepEqual(forwardedAddresses(header), addresses);
  });
}
