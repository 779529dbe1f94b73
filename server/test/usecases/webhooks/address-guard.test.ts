import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressRefusal } from '../../../src/usecases/webhooks/address-guard.ts';

test('public addresses are allowed, even behind the gateway of an IPv6-only network', () => {
  for (const address of ['8.8.8.8', '100.63.255.255', '100.128.0.1', '172.32.0.1', '2606:4700::1111']) {
    assert.equal(addressRefusal(address), undefined, address);
  }
  assert.equal(addressRefusal('64:ff9b::8.8.8.8'), undefined);
});

const REFUSED: Readonly<Record<string, string>> = {
  '127.0.0.1': 'loopback',
  '127.255.255.254': 'loopback',
  '0.0.0.0': 'unspecified',
  '0.255.255.255': 'unspecified',
  '10.0.0.1': 'private',
  '172.16.0.1': 'private',
  '192.168.0.1': 'private',
  '100.64.0.1': 'private',
  '100.127.255.255': 'private',
  '169.254.169.254': 'link_local',
  '168.63.129.16': 'metadata',
  '64:ff9b::168.63.129.16': 'metadata',
  '224.0.0.1': 'multicast',
  '255.255.255.255': 'broadcast',
  '192.0.0.192': 'reserved',
  '192.0.2.1': 'reserved',
  '198.18.0.1': 'reserved',
  '198.51.100.1': 'reserved',
  '203.0.113.1': 'reserved',
  '240.0.0.1': 'reserved',
  '::': 'unspecified',
  '::1': 'loopback',
  '::127.0.0.1': 'embedded_ipv4',
  '::7f00:1': 'reserved',
  '::ffff:127.0.0.1': 'embedded_ipv4',
  '::ffff:7f00:1': 'embedded_ipv4',
  '::ffff:0:7f00:1': 'embedded_ipv4',
  '64:ff9b::7f00:1': 'loopback',
  '64:ff9b::a9fe:a9fe': 'link_local',
  '64:ff9b:1::7f00:1': 'embedded_ipv4',
  '2002:7f00:1::': 'embedded_ipv4',
  '2001:0:7f00:1::80ff:fffe': 'embedded_ipv4',
  'fd00:ec2::254': 'private',
  'fc00::1': 'private',
  'fe80::1': 'link_local',
  'fe80::1%eth0': 'link_local',
  '2606:4700::1%eth0': 'link_local',
  'fec0::1': 'reserved',
  'ff02::1': 'multicast',
  '2001:db8::1': 'reserved',
  '2001:2::1': 'reserved',
  '3fff::1': 'reserved',
  '100::1': 'reserved',
  '5f00::1': 'reserved',
  '4000::1': 'reserved',
  localhost: 'not_an_address',
  '127.1': 'not_an_address',
  '2130706433': 'not_an_address',
  '': 'not_an_address',
};

for (const [address, reason] of Object.entries(REFUSED)) {
  test(`a delivery to '${address}' is refused: ${reason}`, () => {
    assert.equal(addressRefusal(address), reason);
  });
}
