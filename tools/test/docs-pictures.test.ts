import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pictures } from '../docs/documents.ts';
import { isInside, overlap } from '../docs/svg/boxes.ts';
import { Canvas } from '../docs/svg/picture.ts';
import type { Picture } from '../docs/svg/picture.ts';

/** What is wrong with the XML of a picture, or undefined; as strict as our own simple pictures need. */
function malformed(xml: string): string | undefined {
  const open: string[] = [];
  const tag = /<(\/?)([a-z]+)((?:\s[a-zA-Z0-9-]+="[^"<]*")*)\s*(\/?)>/g;
  const rest = xml.replace(tag, (_whole, end: string, name: string, _attributes: string, alone: string) => {
    if (end !== '' && open.pop() !== name) open.push(`unexpected end of ${name}`);
    if (end === '' && alone === '') open.push(name);
    return '';
  });
  if (/</.test(rest)) return 'a tag that cannot be read';
  if (/&(?!amp;|lt;|quot;)/.test(xml)) return 'a bare ampersand';
  return open.length === 0 ? undefined : `not closed: ${open.join(', ')}`;
}

/** Texts that overlap each other or an outline, or lie outside the card. */
function collisions({ card, texts, outlines }: Picture): string[] {
  return texts.flatMap((text, index) => [
    ...texts
      .slice(index + 1)
      .filter((other) => overlap(text, other))
      .map((other) => `"${text.text}" on "${other.text}"`),
    ...outlines
      .filter((outline) => overlap(text, outline) && !isInside(text, outline))
      .map(() => `"${text.text}" on an outline`),
    ...(isInside(text, card) ? [] : [`"${text.text}" outside`]),
  ]);
}

for (const [path, picture] of Object.entries(pictures())) {
  test(`${path} is well-formed, and no text overlaps another or an outline, or lies outside`, () => {
    assert.ok(picture.texts.length > 10, 'There are texts to look at.');
    assert.equal(malformed(picture.svg), undefined);
    assert.deepEqual(collisions(picture), []);
  });
}

test('a text that overlaps another or an outline, or lies outside the card, would be noticed', () => {
  const canvas = new Canvas();
  canvas.rectangle({ x: 100, y: 80, width: 60, height: 40 }, 'box');
  canvas.text('inside', { x: 104, y: 100 });
  canvas.text('over the edge', { x: 104, y: 116 });
  canvas.text('one', { x: 20, y: 40 });
  canvas.text('two', { x: 30, y: 44 });
  canvas.text('outside', { x: 740, y: 40 });
  assert.deepEqual(collisions(canvas.finish({ height: 140, description: '' })), [
    '"over the edge" on an outline',
    '"one" on "two"',
    '"outside" outside',
  ]);
});

test('a picture that is not well-formed would be noticed', () => {
  assert.equal(malformed('<svg a="1"><text>x</text><path d="M0 0"/></svg>'), undefined);
  for (const broken of [
    '<svg><text></svg>',
    '<svg></text></svg>',
    '<svg>a & b</svg>',
    '<svg><path d=1/></svg>',
  ])
    assert.notEqual(malformed(broken), undefined, broken);
});

test('the texts of a picture are escaped', () => {
  const canvas = new Canvas();
  canvas.text('a < b & "c"', { x: 0, y: 20 });
  const { svg } = canvas.finish({ height: 40, description: 'a < b & "c"' });
  assert.equal(malformed(svg), undefined);
});
