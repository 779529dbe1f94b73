/** Values that break the rule of one field, each for a fixed reason and not by chance. */
import type { Random } from './random.ts';

/** Removes the field. */
export const MISSING = Symbol('missing');

/** JSON text that JSON.stringify would not write, such as 1e400. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Any JSON value, MISSING or a RawJson. */
export type BadValue = unknown;

/** Includes numbers that are too large, too small or too precise for a double. */
const numbers = ['0', '-0', '1000.00', '1e3', '1e400', '-1e-400', '12345678901234567890.01', '0.1'];

/** None of these is a string. */
function notAString(random: Random): BadValue {
  return random.pick<BadValue>([
    MISSING,
    null,
    true,
    false,
    [],
    {},
    ['1000.00'],
    { toString: '1000.00' },
    [null],
    new RawJson(random.pick(numbers)),
    new RawJson(String(random.below(1_000_000))),
  ]);
}

/** None of these is an object. */
export function badObjects(random: Random): BadValue {
  return random.pick<BadValue>([
    MISSING,
    null,
    true,
    [],
    [{}],
    'text',
    '',
    '{"id":"player-1"}',
    new RawJson(random.pick(numbers)),
  ]);
}

/** Control, line-breaking, invisible, direction-changing, private, never-assigned and half characters. */
const FORBIDDEN_CHARACTERS = [
  Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)),
  ['\x7f', '\x80', '\x85', '\x9f', '\xad'],
  ['\u061c', '\u180e', '\u200b', '\u200c', '\u200d', '\u200e', '\u200f'],
  ['\u2028', '\u2029', '\u202a', '\u202b', '\u202c', '\u202d', '\u202e'],
  ['\u2060', '\u2066', '\u2067', '\u2068', '\u2069', '\ufeff', '\ufff9', '\u{e0001}', '\u{e0041}'],
  ['\ue000', '\uf8ff', '\u{f0000}', '\u{10fffd}', '\ufdd0', '\ufffe', '\uffff', '\u{1fffe}', '\u{10ffff}'],
  ['\ud800', '\udbff', '\udc00', '\udfff', '\udc00\ud800'],
].flat();

function slippedInto(random: Random, text: string, inserted: string): string {
  const characters = Array.from(text);
  const at = random.below(characters.length + 1);
  return [...characters.slice(0, at), inserted, ...characters.slice(at)].join('');
}

export function badTexts({ maxLength }: { maxLength: number }): (random: Random) => BadValue {
  return (random) =>
    random.pick<() => BadValue>([
      () => notAString(random),
      () => '',
      () => random.pick(['x', 'ş', '😀', '漢', 'e\u0301']).repeat(maxLength + 1 + random.below(100)),
      // Each letter becomes three in composed form: short enough before, and too long after.
      () => '\ufb2c'.repeat(maxLength),
      () => slippedInto(random, 'Ayşe Işık', random.pick(FORBIDDEN_CHARACTERS)),
      () => slippedInto(random, 'x', random.pick(FORBIDDEN_CHARACTERS)),
    ])();
}

export function badAmounts(random: Random): BadValue {
  const digits = String(1 + random.below(400_000));
  return random.pick<() => BadValue>([
    () => notAString(random),
    () => digits,
    () => `${digits}.0`,
    () => `${digits}.`,
    () => `.${digits.slice(0, 2).padEnd(2, '0')}`,
    () => `${digits}.000`,
    () => `${digits},00`,
    () => `${random.pick(['+', '-', ' ', '₺', '\u2212', '\t', '0x', '~'])}${digits}.00`,
    () =>
      `${digits}.00${random.pick([' ', '\n', '\r\n', '\0', 'f', 'n', 'TRY', '\u00a0', '.00', 'e0', '%'])}`,
    () => `${digits.slice(0, 1)}${random.pick([',', '.', ' ', '_', "'", '\u202f'])}000.00`,
    () => random.pick(['0.00', '00.00', '0000000000.00', '-0.00']),
    () => `1${'0'.repeat(10 + random.below(300))}.00`,
    () =>
      random.pick([
        '1e3',
        '1E3',
        '1e3.00',
        '1.00e3',
        'NaN',
        'Infinity',
        '-Infinity',
        '1e1000',
        '0x3E8.00',
        '1/2',
        '',
      ]),
    // Digits of other scripts: Arabic-Indic, Devanagari, full-width, mathematical.
    () => inScript(digits, random.pick([0x660, 0x6f0, 0x966, 0xff10, 0x1d7ce])) + '.00',
    () => `${digits}.${inScript('00', 0x660)}`,
    () => `${digits}${random.pick(['\u066b', '\uff0e', '\u3002', '·'])}00`,
  ])();
}

function inScript(digits: string, zero: number): string {
  return Array.from(digits, (digit) => String.fromCodePoint(zero + Number(digit))).join('');
}

export function badCurrencies(random: Random): BadValue {
  const texts = [
    'USD',
    'EUR',
    'try',
    'Try',
    'TL',
    'TRL',
    '₺',
    'TRY ',
    ' TRY',
    'TRYX',
    'TR',
    '',
    '949',
    'T\u200bRY',
    'ТRY',
    'TRY\0',
  ];
  return random.pick<BadValue>([notAString(random), random.pick(texts)]);
}

export function badReferences(random: Random): BadValue {
  return random.pick<() => BadValue>([
    () => notAString(random),
    () => '',
    () => 'r'.repeat(129 + random.below(1_000)),
    () => random.pick([' ref', 'ref ', ' ', '\tref', 'ref\n', '\u00a0ref']),
    () => slippedInto(random, 'ref-1', random.pick(['ş', 'İ', 'é', '漢', '😀', '\x7f', '\u00a0', '\u0301'])),
    () => slippedInto(random, 'ref-1', random.pick(FORBIDDEN_CHARACTERS)),
  ])();
}

export function badEmails(random: Random): BadValue {
  return random.pick<() => BadValue>([
    // Absent, null and empty are all fine here.
    () => random.pick<BadValue>([true, 7, [], {}, ['a@b.example']]),
    () =>
      random.pick([
        'nobody',
        '@',
        'a@',
        '@b',
        'a@b@c',
        'a b@c.example',
        ' a@b.example',
        'a@b.example ',
        'a@b.exa mple',
      ]),
    () => `${'a'.repeat(255 - '@b.example'.length + random.below(50))}@b.example`,
    () => slippedInto(random, 'ayse@example.com', random.pick(FORBIDDEN_CHARACTERS)),
  ])();
}

const IBAN = 'TR330006100519786457841326';

export function badIbans(random: Random): BadValue {
  const at = 4 + random.below(IBAN.length - 4);
  const digit = Number(IBAN[at]);
  return random.pick<() => BadValue>([
    () => notAString(random),
    // Check digits find every single wrong digit.
    () => IBAN.slice(0, at) + String((digit + 1 + random.below(9)) % 10) + IBAN.slice(at + 1),
    () => IBAN.slice(0, 2) + String((33 + 1 + random.below(99)) % 100).padStart(2, '0') + IBAN.slice(4),
    () => IBAN.slice(0, random.below(IBAN.length)),
    () => IBAN + '0'.repeat(1 + random.below(40)),
    () => random.pick(['DE', 'XX', 'tR1', '00', 'T', 'ТR', '']) + IBAN.slice(2),
    () =>
      slippedInto(random, IBAN, random.pick(['-', '.', '\t', '\n', '\u00a0', '\u200b', '\0', '*', '/', 'ı'])),
    () => `TR${inScript(IBAN.slice(2), 0x660)}`,
    () => IBAN.split('').join(' '.repeat(2 + random.below(5))),
    () => random.pick(['', ' ', 'TR', '0'.repeat(26), 'TR' + '0'.repeat(24), 'IBAN TR33', `IBAN:${IBAN}`]),
  ])();
}

export function badRedirectUrls(random: Random): BadValue {
  const path = `shop.example/${random.below(1_000)}`;
  const reserved = random.pick([
    'svcTransactionId',
    'svcStatus',
    'externalReference',
    'SVCSTATUS',
    'svc%53tatus',
    'svcStatus[]',
  ]);
  return random.pick<() => BadValue>([
    () => notAString(random),
    () =>
      random.pick([
        '',
        '/',
        '/return',
        'return',
        '//shop.example/',
        '?',
        '#',
        'shop.example',
        'https',
        'https:',
        'https://',
        'https:///',
        'https://?a',
        'https://#a',
      ]),
    () =>
      `${random.pick(['http', 'ftp', 'file', 'ws', 'wss', 'HTTPS', 'httpss', 'https ', ' https', 'javascript', 'data', 'view-source:https'])}://${path}`,
    () =>
      random.pick([
        'javascript:alert(1)',
        'data:text/html,x',
        'mailto:a@b.example',
        `https:${path}`,
        `https:/${path}`,
        `https:\\\\${path}`,
        `https:/\\${path}`,
      ]),
    () => `https://${random.pick(['user@', 'user:pass@', ':@', '@', 'shop.example@', '%40@'])}${path}`,
    () =>
      `https://${random.pick(['-a.example', 'a..example', '.example', 'a.example.', 'a b.example', 'şop.example', 'a%2eexample', '[::1', '[zz]', '0x7f.1', '2130706433', '127.1', '1.2.3.4.5', '256.1.1.1', 'a*b', 'a,b', 'x'.repeat(254)])}/`,
    () => `https://shop.example:${random.pick(['65536', '99999', '123456', 'x', '-1', '80 ', '8_0'])}/`,
    () =>
      `https://${slippedInto(random, path, random.pick([' ', '\t', '\n', '\r\n', '\\', 'ş', '\u00a0', '\u202e', '\0', '😀', '\ud800']))}`,
    () => `https://${path}?${random.pick(['', 'a=1&', 'a=1;', '&&', '+'])}${reserved}=1`,
    () => `https://${path}?${'x'.repeat(2_049 - path.length - 9 + random.below(500))}`,
    () => random.pick(['http://localhost/', 'http://127.0.0.1/', 'http://[::1]/', 'http://10.0.0.1/']),
  ])();
}
