/**
 * Bodies that must be refused, by construction: each starts as a valid create and then breaks at least one rule. The broken
 * rule is known, so the answer can be checked.
 */
import { depositBody, withdrawalBody } from '../server/test/harness/factories.ts';
import * as bad from './bad-values.ts';
import type { BadValue } from './bad-values.ts';
import type { Random } from './random.ts';

export interface BadBody {
  path: '/v1/deposits' | '/v1/withdrawals';
  bytes: Uint8Array;
  code: 'invalid_json' | 'duplicate_key' | 'invalid_request' | 'amount_out_of_range';
  /** The fields that the answer must name. */
  fields: string[];
}

type JsonObject = Record<string, unknown>;
type FieldRules = readonly [path: string, badValues: (random: Random) => BadValue];

const CUSTOMER: FieldRules[] = [
  ['customer', bad.badObjects],
  ['customer.id', bad.badTexts({ maxLength: 64 })],
  ['customer.username', bad.badTexts({ maxLength: 64 })],
  ['customer.fullName', bad.badTexts({ maxLength: 128 })],
];
const COMMON: FieldRules[] = [
  ['amount', bad.badAmounts],
  ['currency', bad.badCurrencies],
  ['externalReference', bad.badReferences],
  ...CUSTOMER,
];
const KINDS = [
  {
    path: '/v1/deposits',
    newBody: depositBody,
    rules: [
      ...COMMON,
      ['redirectUrl', bad.badRedirectUrls],
      ['customer.email', bad.badEmails],
    ] as FieldRules[],
  },
  {
    path: '/v1/withdrawals',
    newBody: withdrawalBody,
    rules: [
      ...COMMON,
      ['withdrawalAccount', bad.badObjects],
      ['withdrawalAccount.bankName', bad.badTexts({ maxLength: 64 })],
      ['withdrawalAccount.accountHolderName', bad.badTexts({ maxLength: 128 })],
      ['withdrawalAccount.iban', bad.badIbans],
    ] as FieldRules[],
  },
] as const;

export function badBody(random: Random): BadBody {
  const { path, newBody, rules } = random.pick(KINDS);
  const body: JsonObject = newBody();
  const what = random.below(20);
  if (what < 14) return { path, ...withBadFields(random, body, rules) };
  if (what === 14) return { path, ...withBadAmountOnly(random, body) };
  return { path, ...badDocument(random, body) };
}

/** One to three broken fields, none inside another, among unknown fields, in any order. */
function withBadFields(
  random: Random,
  body: JsonObject,
  rules: readonly FieldRules[],
): Omit<BadBody, 'path'> {
  const broken = new Map<string, BadValue>();
  const parts = new Set<string>();
  for (let count = 1 + random.below(3); count > 0; count--) {
    const [field, badValues] = random.pick(rules);
    const [part = ''] = field.split('.');
    if (parts.has(part)) continue;
    parts.add(part);
    broken.set(field, badValues(random));
  }
  const changed = structuredClone(body);
  for (const [field, value] of broken) put(changed, field, value);
  const noise = random.pick<JsonObject>([
    {},
    {},
    { extra: null },
    { constructor: 1 },
    { a: { b: [1, 2, { c: 'd' }] } },
  ]);
  const shuffled = Object.fromEntries(random.shuffle(Object.entries({ ...changed, ...noise })));
  return { bytes: Buffer.from(toJson(shuffled)), code: 'invalid_request', fields: [...broken.keys()] };
}

function withBadAmountOnly(random: Random, body: JsonObject): Omit<BadBody, 'path'> {
  const cents = random.below(2) === 0 ? 1 + random.below(4_999) : 50_000_001 + random.below(999_000_000_000);
  const amount = (cents / 100).toFixed(2);
  return { bytes: Buffer.from(JSON.stringify({ ...body, amount })), code: 'amount_out_of_range', fields: [] };
}

function put(body: JsonObject, field: string, value: BadValue): void {
  const keys = field.split('.');
  const last = keys.pop() ?? '';
  const target = keys.reduce<JsonObject>((object, key) => object[key] as JsonObject, body);
  if (value === bad.MISSING) delete target[last];
  else target[last] = value;
}

/** JSON text in which values of class RawJson are written unchanged. */
function toJson(body: JsonObject): string {
  const raws: string[] = [];
  const text = JSON.stringify(body, (_, value: unknown) =>
    value instanceof bad.RawJson ? `\u0001${raws.push(value.text) - 1}\u0001` : value,
  );
  return text.replaceAll(/"\\u0001(\d+)\\u0001"/g, (_, index: string) => raws[Number(index)] ?? '');
}

/** A document that is broken as a whole. */
function badDocument(random: Random, body: JsonObject): Omit<BadBody, 'path'> {
  const json = JSON.stringify(body);
  const invalid = (bytes: Uint8Array | string) => ({
    bytes: Buffer.from(bytes as string),
    code: 'invalid_json' as const,
    fields: [],
  });
  const notAnObject = (value: unknown) => ({
    bytes: Buffer.from(JSON.stringify(value)),
    code: 'invalid_request' as const,
    fields: [''],
  });
  const missing = (value: JsonObject) => ({
    bytes: Buffer.from(JSON.stringify(value)),
    code: 'invalid_request' as const,
    fields: Object.keys(body),
  });
  const makers: (() => Omit<BadBody, 'path'>)[] = [
    // A shortened object is never valid JSON, and neither is an object with a piece after it.
    () => invalid(json.slice(0, random.below(json.length))),
    () => invalid(json + random.pick(['}', '{}', ',', '0', 'null', '\0', json, '//', ';', '\u00a0', ')]}'])),
    () => invalid(random.pick(['\ufeff', '\0', ")]}',\n", '//\n', 'x', '\u2028', 'data=']) + json),
    () => invalid(json.replaceAll('"', random.pick(["'", '`', '\\"', '“']))),
    () => invalid(json.replace(':', random.pick(['=', '::', ' ', ':,', ': undefined,']))),
    () => invalid(`${json.slice(0, -1)},}`),
    () =>
      invalid(
        json.replace(
          '"amount":"1000.00"',
          `"amount":${random.pick(['01', '1.', '.5', '+1', 'NaN', 'Infinity', '0x10', "'1.00'"])}`,
        ),
      ),
    () =>
      invalid(
        spliced(
          Buffer.from(json),
          random,
          random.pick([[0xff], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80]]),
        ),
      ),
    // 0xff first: never UTF-8, whatever follows.
    () => invalid(Buffer.from([0xff, ...Array.from({ length: random.below(400) }, () => random.below(256))])),
    () => invalid(Buffer.from(json, 'utf16le')),
    () => invalid(json.replace('TRY', random.pick(['T\nRY', 'T\tRY', 'T\\xRY', 'T\\u00RY', 'T\u0000RY']))),
    () =>
      invalid(
        JSON.stringify({ ...body, deep: 0 }).replace(
          '"deep":0',
          `"deep":${nested(random, 32 + random.below(2_000))}`,
        ),
      ),
    () => invalid(nested(random, 33 + random.below(6_000))),
    () => ({ ...duplicated(random, body), code: 'duplicate_key', fields: [] }),
    () =>
      notAnObject(
        random.pick<unknown>([[body], [], null, true, 0, -1.5, '', json, [[[[]]]], [Object.entries(body)]]),
      ),
    () =>
      missing(
        random.pick<JsonObject>([
          {},
          { data: body },
          { transaction: body },
          { constructor: { prototype: body } },
        ]),
      ),
    () => missing(JSON.parse(`{"__proto__":${json}}`) as JsonObject),
    () => missing(Object.fromEntries(Object.entries(body).map(([key, value]) => [key.toUpperCase(), value]))),
  ];
  return random.pick(makers)();
}

/** Inserts the bytes after the first one, so they can't look like the beginning of another encoding. */
function spliced(bytes: Uint8Array, random: Random, inserted: number[]): Uint8Array {
  const at = 1 + random.below(bytes.length - 1);
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(inserted), bytes.subarray(at)]);
}

function nested(random: Random, levels: number): string {
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
  ] as const);
  // A body of 16 KiB has room for this many levels of the longer kind, and a few hundred other bytes.
  const fitting = Math.min(levels, 2_500);
  return open.repeat(fitting) + '0' + close.repeat(fitting);
}

/** A repeated key, in some object, with the same value or another, plain or escaped. */
function duplicated(random: Random, body: JsonObject): { bytes: Uint8Array } {
  const objects = [body, ...Object.values(body).filter((value) => typeof value === 'object')] as JsonObject[];
  const object = random.pick(objects);
  const key = random.pick(Object.keys(object));
  const written = random.pick([
    JSON.stringify(key),
    `"\\u${key.charCodeAt(0).toString(16).padStart(4, '0')}${key.slice(1)}"`,
  ]);
  const value = random.pick<unknown>([object[key], null, '1.00', {}]);
  const twice = JSON.stringify(object).replace(/\}$/, `,${written}:${JSON.stringify(value)}}`);
  return { bytes: Buffer.from(JSON.stringify(body).replace(JSON.stringify(object), () => twice)) };
}
