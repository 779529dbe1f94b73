import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { parseStrictJson } from '../../../src/http/server/json-body.ts';

const encoder = new TextEncoder();

function parseText(text: string) {
  return parseStrictJson(encoder.encode(text));
}

function codeOf(bytes: Uint8Array): string {
  const result = parseStrictJson(bytes);
  return result.ok ? 'ok' : result.code;
}

const VALID_TEXTS = [
  '{}',
  '[]',
  'null',
  'true',
  '0',
  '-0',
  '1e5',
  '1E+5',
  '""',
  '"a"',
  ' \t\r\n{ } \n',
  '{"a":1,"b":2}',
  '{"a":{"a":{"a":1}}}',
  '{"a":1,"b":{"a":1}}',
  '{"b":{"a":1},"a":1}',
  '[{"a":1},{"a":1}]',
  '{"x":[{"a":1},{"a":1}],"a":1}',
  '{"a":"a","b":"a"}',
  '{"a":"\\"a\\":1,\\"a\\":2"}',
  '{"a":"{\\"a\\":1","b":"}"}',
  '{"a":":","b":"::"}',
  '{"a":"\\\\","b":"\\\\\\""}',
  '{"\\\\":1,"\\\\\\\\":2}',
  '{"\\"":1,"\\"\\"":2}',
  '{":":1,"::":2,"{":3,"}":4,"[":5}',
  '{"":1," ":2}',
  '{"a":1,"A":2}',
  '{"a":1,"a ":2}',
  '{"é":1,"e\u0301":2}',
  '{"a":1,"\\u0041":2}',
  '{"__proto__":1,"constructor":2,"toString":3}',
  '{"1":1,"01":2}',
  '{"\u0000a":1}'.replace('\u0000', '\\u0000'),
  '{"a":"\\ud83c\\udfb2"}',
  '{"a":"\\ud800"}',
  '{"a":"🎲","🎲":"a"}',
  '{"a":[1,[2,[3,{"a":[]}]]],"b":[]}',
  '"\\u2028"',
  '"\u2028"',
];

test('valid JSON is read as JSON.parse reads it', async (t) => {
  for (const text of VALID_TEXTS) {
    await t.test(text, () => {
      assert.deepEqual(parseText(text), { ok: true, value: JSON.parse(text) });
    });
  }
});

test('a key named __proto__ is data and changes no prototype', () => {
  const result = parseText('{"__proto__":{"isAdmin":true}}');
  assert.ok(result.ok);
  assert.equal((result.value as { isAdmin?: unknown }).isAdmin, undefined);
});

const DUPLICATES = [
  '{"a":1,"a":2}',
  '{"a":1,"a":1}',
  '{"a":1,"b":2,"a":3}',
  '{"a":1,"\\u0061":2}',
  '{"\\u0061":1,"a":2}',
  '{"\\u0061":1,"\\u0061":2}',
  '{"\\u006a":1,"\\u006A":2}',
  '{"/":1,"\\/":2}',
  '{"\\n":1,"\\u000a":2}',
  '{"\\"":1,"\\u0022":2}',
  '{"\\\\":1,"\\u005c":2}',
  '{"🎲":1,"\\ud83c\\udfb2":2}',
  '{"é":1,"\\u00e9":2}',
  '{"\\ud800":1,"\\uD800":2}',
  '{"":1,"":2}',
  '{"a":{"b":1,"b":2}}',
  '{"a":[{"b":1,"b":2}]}',
  '[[[{"a":1,"a":2}]]]',
  '{"a":{},"a":{}}',
  '{"a":[],"a":[]}',
  '{"a":{"x":1},"b":[1,2],"a":3}',
  '{"a":"}","a":2}',
  '{"a":"{","a":2}',
  '{"a":"\\"","a":2}',
  '{"a":"\\\\","a":2}',
  '{"a":"]","a":"["}',
  '{ "a" : 1 , "a" : 2 }',
  '{"a"\n:\t1,\r\n"a" :2}',
  '{"__proto__":1,"__proto__":2}',
  '{"constructor":1,"constructor":2}',
  '{"amount":"1.00","customer":{"id":"1"},"amount":"9.00"}',
  '{"a":null,"a":null}',
  '{"a":"a","a":"a"}',
];

test('an object with the same key twice is refused, however the key is written', async (t) => {
  for (const text of DUPLICATES) {
    await t.test(text, () => {
      assert.doesNotThrow(() => JSON.parse(text), 'the case must be valid JSON, or it tests nothing');
      const result = parseText(text);
      assert.ok(!result.ok);
      assert.equal(result.code, 'duplicate_key');
    });
  }
});

test('the answer names the repeated key, and shortens a long one', () => {
  assert.deepEqual(parseText('{"x":{"amount":1,"\\u0061mount":2}}'), {
    ok: false,
    code: 'duplicate_key',
    detail: 'The key "amount" appears more than once in one object.',
  });
  const long = JSON.stringify('k'.repeat(5000));
  const result = parseText(`{${long}:1,${long}:2}`);
  assert.ok(!result.ok);
  assert.equal(result.detail, `The key "${'k'.repeat(64)}…" appears more than once in one object.`);
});

const MALFORMED = [
  ' ',
  '{',
  '}',
  '[',
  '{]',
  '[}',
  '{"a"}',
  '{"a":}',
  '{"a":1,}',
  '[1,]',
  '[,1]',
  '{,}',
  "{'a':1}",
  '{a:1}',
  '{"a":1}{}',
  '{"a":1} x',
  '{"a":1}\0',
  '{"a":01}',
  '{"a":+1}',
  '{"a":.5}',
  '{"a":1.}',
  '{"a":1e}',
  '{"a":0x10}',
  '{"a":NaN}',
  '{"a":Infinity}',
  '{"a":undefined}',
  '{"a":TRUE}',
  '{"a":"\n"}',
  '{"a":"\t"}',
  '{"a":"\0"}',
  '{"a":"\\x41"}',
  '{"a":"\\u12"}',
  '{"a":"\\',
  '{"a":"',
  '{"a":1,"a":2',
  '// comment\n{}',
  '{}/* comment */',
  '\u00a0{}',
  '\u2028{}',
  '\ufeff{}',
  '{\ufeff}',
];

test('text that is not JSON is refused', async (t) => {
  for (const text of MALFORMED) {
    await t.test(JSON.stringify(text), () => {
      assert.equal(codeOf(encoder.encode(text)), 'invalid_json');
    });
  }
});

const MALFORMED_BYTES: [name: string, bytes: number[]][] = [
  ['a lone continuation byte', [0x22, 0x80, 0x22]],
  ['a byte that no UTF-8 has', [0x22, 0xff, 0x22]],
  ['an overlong slash', [0x22, 0xc0, 0xaf, 0x22]],
  ['an overlong quote', [0x22, 0xc0, 0xa2, 0x22]],
  ['an encoded surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
  ['a code point past the last', [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22]],
  ['a sequence cut short by a quote', [0x22, 0xe2, 0x82, 0x22]],
  ['a sequence cut short by the end', [0x7b, 0x7d, 0xe2, 0x82]],
  ['UTF-16 with its mark', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
  ['UTF-16 without its mark', [0x7b, 0x00, 0x7d, 0x00]],
  ['Latin-5 text', [0x22, 0xfe, 0x22]],
];

test('bytes that are not UTF-8 are refused', async (t) => {
  for (const [name, bytes] of MALFORMED_BYTES) {
    await t.test(name, () => {
      assert.equal(codeOf(Uint8Array.from(bytes)), 'invalid_json');
    });
  }
});

test('the answer says what is wrong, and never quotes the body', () => {
  const details = ['', '\ufeff{}', '{"secret'].map((text) => {
    const result = parseText(text);
    return result.ok ? 'ok' : result.detail;
  });
  assert.deepEqual(details, [
    'The body is empty.',
    'The body begins with a byte order mark.',
    'The body is not valid JSON.',
  ]);
  const notUtf8 = parseStrictJson(Uint8Array.of(0xff));
  assert.ok(!notUtf8.ok);
  assert.equal(notUtf8.detail, 'The body is not valid UTF-8.');
});

test('32 levels are accepted and the 33rd is refused, in objects and arrays alike', () => {
  const arrays = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const objects = (depth: number) => '{"a":'.repeat(depth - 1) + '{}' + '}'.repeat(depth - 1);
  for (const nest of [arrays, objects]) {
    assert.equal(parseText(nest(32)).ok, true);
    assert.deepEqual(parseText(nest(33)), {
      ok: false,
      code: 'invalid_json',
      detail: 'The body nests more than 32 levels deep.',
    });
  }
  // Siblings close before the next one opens, so many siblings add no depth.
  assert.equal(parseText(`[${Array.from({ length: 100 }, () => '{"a":[]}').join()}]`).ok, true);
});

test('a body of only brackets is refused and breaks nothing', () => {
  assert.equal(codeOf(encoder.encode('['.repeat(16_384))), 'invalid_json');
  assert.equal(codeOf(encoder.encode('['.repeat(8192) + ']'.repeat(8192))), 'invalid_json');
});

test('any JSON value is read back unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), fc.nat(3), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent);
      assert.deepEqual(parseText(text), { ok: true, value: JSON.parse(text) });
    }),
    { numRuns: 500 },
  );
});

/** Writes a key with every character escaped. It means the same. */
function escapeKey(key: string): string {
  const units = Array.from({ length: key.length }, (_, at) => key.charCodeAt(at));
  return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`;
}

test('an object with any of its keys repeated is refused, at any depth', () => {
  const object = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 3 }), {
    minKeys: 1,
  });
  const wrapper = fc.constantFrom<(inner: string) => string>(
    (inner) => inner,
    (inner) => `[${inner}]`,
    (inner) => `{"outer":[1,${inner},{}]}`,
    (inner) => `{"a":{"b":${inner}},"c":"}"}`,
  );
  fc.assert(
    fc.property(object, fc.nat(), wrapper, fc.boolean(), (value, pick, wrap, escaped) => {
      const keys = Object.keys(value);
      const key = keys[pick % keys.length] ?? '';
      const repeated = escaped ? escapeKey(key) : JSON.stringify(key);
      const text = wrap(`${JSON.stringify(value).slice(0, -1)},${repeated}:0}`);
      const result = parseText(text);
      assert.ok(!result.ok);
      assert.equal(result.code, 'duplicate_key');
    }),
    { numRuns: 500 },
  );
});
