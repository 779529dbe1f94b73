import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  SUPPORT_ADDRESS_MAX_LENGTH,
  supportAddressProblem,
  withReference,
} from '@vezne/domain/support-address';
import type { SupportAddressProblem } from '@vezne/domain/support-address';
import * as fc from 'fast-check';

const GOOD = [
  'https://shop.example',
  'https://shop.example/',
  'https://help.shop.example:8443/yardim?topic=1&x#top',
  'https://xn--rnek-4qa.example/',
  'https://shop.xn--p1ai/',
  'https://shop.example/a%20b',
  'https://shop.example/@help',
  'https://shop.example?references=1',
  'https://shop.example/#reference=1',
  'mailto:destek@shop.example',
  'mailto:a.b+c_d-e@help.shop.example',
];

const BAD: readonly [SupportAddressProblem, string[]][] = [
  [
    'odd_scheme',
    [
      '',
      'shop.example',
      'http://shop.example/',
      'HTTPS://shop.example/',
      'https:shop.example',
      'https:/shop.example',
      'javascript:alert(1)',
      'data:text/html,x',
      'tel:+905551112233',
      'MAILTO:a@shop.example',
      '//shop.example/',
      'vbscript:x',
      'https//shop.example',
    ],
  ],
  [
    'odd_character',
    [
      ' https://shop.example',
      'https://shop.example/ ',
      'https://shop.example/\n',
      'https://shop.example/\t',
      'https:/\\shop.example',
      'https://shop.example/"onclick="x',
      'https://shop.example/<b>',
      'https://shop.example/`',
      'https://shop.example/{x}',
      'https://örnek.example/',
      'https://shop.example/%',
      'https://shop.example/%2',
      'https://shop.example/%zz',
      'mailto:a b@shop.example',
      'java\nscript:alert(1)',
    ],
  ],
  ['user_info', ['https://shop.example@evil.example/', 'https://a:b@shop.example/', 'https://@shop.example']],
  [
    'odd_host',
    [
      'https://',
      'https:///shop.example',
      'https://localhost/',
      'https://shop/',
      'https://127.0.0.1/',
      'https://0x7f.1/',
      'https://2130706433/',
      'https://[::1]/',
      'https://shop.example./',
      'https://.shop.example/',
      'https://shop..example/',
      'https://-shop.example/',
      'https://shop-.example/',
      'https://Shop.example/',
      'https://shop_1.example/',
      'https://shop.example:0/',
      'https://shop.example:65536/',
      'https://shop.example:/',
      'https://shop%2eexample/',
      `https://${'a'.repeat(64)}.example/`,
      `https://${'abcdefg.'.repeat(32)}example/`,
    ],
  ],
  [
    'odd_mailbox',
    [
      'mailto:',
      'mailto:destek',
      'mailto:@shop.example',
      'mailto:a@b@shop.example',
      'mailto:a@shop.example,b@shop.example',
      'mailto:a@shop.example?cc=b@evil.example',
      'mailto:a@shop.example?subject=x',
      'mailto:a%40evil.example@shop.example',
      'mailto:a@shop',
      'mailto:a..b@shop.example',
      'mailto:.a@shop.example',
      'mailto://shop.example',
      `mailto:${'a'.repeat(65)}@shop.example`,
    ],
  ],
  [
    'reserved_parameter',
    [
      'https://shop.example/?reference=1',
      'https://shop.example/?a=1&REFERENCE',
      'https://shop.example/?a;reference=1',
      'https://shop.example/?%72eference=1',
      'https://shop.example/?reference[]=1',
    ],
  ],
  [
    'too_long',
    [
      `https://shop.example/${'a'.repeat(480)}`,
      `https://shop.example/${'&'.repeat(96)}`,
      `https://shop.example/${"'".repeat(96)}`,
      `https://shop.example/${'a'.repeat(SUPPORT_ADDRESS_MAX_LENGTH * 1000)}`,
    ],
  ],
];

test('a page by https or one mailbox is a support address, in its plain form', () => {
  for (const address of GOOD) assert.equal(supportAddressProblem(address), undefined, address);
  assert.equal(supportAddressProblem(`https://shop.example/${'a'.repeat(479)}`), undefined, '500 characters');
  assert.equal(supportAddressProblem(`https://shop.example/${'&'.repeat(95)}`), undefined);
});

test('what a browser reads in another way than a person is refused, with its reason', () => {
  for (const [problem, addresses] of BAD)
    for (const address of addresses) assert.equal(supportAddressProblem(address), problem, address);
});

test('what is accepted is what a browser makes of it: the same scheme and host', () => {
  const text = fc.oneof(
    fc.constantFrom(...GOOD, ...BAD.flatMap(([, addresses]) => addresses)),
    fc
      .string({
        unit: fc.constantFrom(
          ...'https://mailto:@.?#&=;[]%20aZ9\\\t\n"<'.split(''),
          'shop.example',
          'reference',
        ),
      })
      .map((rest) => `https://shop.example${rest}`),
    fc.string({ unit: 'binary' }).map((rest) => `mailto:a@shop.example${rest}`),
  );
  fc.assert(
    fc.property(text, (address) => {
      if (supportAddressProblem(address) !== undefined) return;
      const link = withReference(address, 'K7M4XPTK');
      const url = new URL(link);
      assert.equal(url.username + url.password, '');
      assert.ok(link.startsWith(`${url.protocol}//${url.host}`) || url.protocol === 'mailto:', link);
      const found = url.searchParams.getAll(url.protocol === 'mailto:' ? 'subject' : 'reference');
      assert.deepEqual(found, ['K7M4XPTK'], link);
    }),
    { numRuns: 5000 },
  );
});

test('the code is put in as text before the fragment, and every other byte stays', () => {
  for (const [address, link] of [
    ['mailto:destek@shop.example', 'mailto:destek@shop.example?subject=K7M4XPTK'],
    ['https://shop.example', 'https://shop.example?reference=K7M4XPTK'],
    ['https://shop.example/a%20b?x#y?z', 'https://shop.example/a%20b?x&reference=K7M4XPTK#y?z'],
    ['https://shop.example/?', 'https://shop.example/?reference=K7M4XPTK'],
    ['https://shop.example/?a=1&', 'https://shop.example/?a=1&reference=K7M4XPTK'],
    ['https://shop.example/#', 'https://shop.example/?reference=K7M4XPTK#'],
  ] as const)
    assert.equal(withReference(address, 'K7M4XPTK'), link);
});
