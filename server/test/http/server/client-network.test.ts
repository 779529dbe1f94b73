import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { clientNetwork } from '../../../src/http/server/client-network.ts';
import { startTestApi } from '../../harness/api.ts';
import { send, sign } from '../../harness/client.ts';
import { depositBody } from '../../harness/factories.ts';

suite('failed requests are counted', () => {
  test('by a whole IPv4 address, however it is written', () => {
    assert.equal(clientNetwork('192.0.2.7'), '192.0.2.7');
    assert.notEqual(clientNetwork('192.0.2.7'), clientNetwork('192.0.2.8'));
    for (const mapped of [
      '::ffff:192.0.2.7',
      '::FFFF:192.0.2.7',
      '::ffff:c000:207',
      '0:0:0:0:0:ffff:192.0.2.7',
      '::ffff:192.0.2.7%eth0',
    ]) {
      assert.equal(clientNetwork(mapped), '192.0.2.7', mapped);
    }
  });

  test('by the first 64 bits of an IPv6 address, however it is written', () => {
    for (const same of [
      '2001:db8:1:2::',
      '2001:db8:1:2::1',
      '2001:DB8:1:2::FFFF',
      '2001:0db8:0001:0002:0000:0000:0000:0001',
      '2001:db8:1:2:ffff:ffff:ffff:ffff',
      '2001:db8:1:2::192.0.2.7',
      '2001:db8:1:2::1%eth0',
    ]) {
      assert.equal(clientNetwork(same), '2001:db8:1:2::/64', same);
    }
    assert.equal(clientNetwork('2001:db8:1:3::1'), '2001:db8:1:3::/64');
    assert.equal(clientNetwork('fe80::1%eth0'), 'fe80::/64');
    assert.equal(clientNetwork('fe80::2%eth1'), 'fe80::/64');
    assert.equal(clientNetwork('::1'), '::/64');
    // Not a mapped address, although it looks like one.
    assert.equal(clientNetwork('::fffe:192.0.2.7'), '::/64');
  });

  test('all together, if a proxy passes on something that is not an address', () => {
    for (const garbage of [
      '',
      'unknown',
      '192.0.2',
      '192.0.2.256',
      '0x7f000001',
      '127.1',
      '192.0.2.7:443',
      '[2001:db8::1]',
      '2001:db8::1::2',
      '2001:db8::/64',
      ' 192.0.2.7',
      'g::1',
      '%eth0',
    ]) {
      assert.equal(clientNetwork(garbage), 'unknown', garbage);
    }
  });
});

test('failed signatures from many addresses of one IPv6 network are limited together, and those from another network are not', async (t) => {
  const { url, partner } = await startTestApi(t, {
    config: { failedSignInsPerSecond: 5, trustedProxies: ['127.0.0.1'] },
  });
  const forged = async (address: string): Promise<number> => {
    const headers = { 'x-signature': '0'.repeat(64), 'x-forwarded-for': address };
    return (await send(url, sign(partner, { path: '/v1/deposits', body: depositBody(), headers }))).status;
  };
  const statuses = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => await forged(`2001:db8:1:2::${index.toString(16)}`)),
  );
  // A window is a second long: even on a stalling machine they fall into few windows.
  assert.ok(statuses.filter((status) => status === 429).length >= 30, statuses.join(' '));
  const elsewhere = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => await forged(`2001:db8:1:${(index + 3).toString(16)}::1`)),
  );
  assert.deepEqual(new Set(elsewhere), new Set([401]));
});
