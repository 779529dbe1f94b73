import { createHash } from 'node:crypto';
import {
  withLettersOtherwise,
  withOtherSpaces,
  withSlashesOtherwise,
  withSortedKeys,
} from './body-spellings.ts';
import type { Attempt, Mistake } from './mistake.ts';
import { withoutPart, withPart } from './mistake.ts';
import type { Recipe } from './recipe.ts';

/** Other bytes than those of the body that was sent. */
export const BODY_MISTAKES: readonly Mistake[] = [
  {
    name: 'empty_body_dropped',
    says: () =>
      'you left out the empty body together with its dot; there are always five parts, so two dots stand side by side before the hash secret.',
    attempts: (recipe) => (isEmpty(recipe.parts.body) ? [withoutPart(recipe, 'body')] : []),
  },
  {
    name: 'empty_body_written',
    says: (written) =>
      `you signed ${written} as the body of a request that has none; sign nothing in its place.`,
    attempts: (recipe) =>
      isEmpty(recipe.parts.body)
        ? ['{}', '[]', 'null', '""', 'undefined', 'None'].map((body) => ({
            ...withPart(recipe, 'body', body),
            detail: body,
          }))
        : [],
  },
  {
    name: 'body_missing',
    says: () =>
      'you left out the body; sign exactly the bytes that you send as the body, before the hash secret.',
    attempts: (recipe) =>
      isEmpty(recipe.parts.body) ? [] : [withPart(recipe, 'body', ''), withoutPart(recipe, 'body')],
  },
  {
    name: 'slashes_escaped',
    says: () =>
      'you signed the body with its slashes written otherwise than you sent them (\\/ or /); serialise once, in PHP with JSON_UNESCAPED_SLASHES, and sign and send the same text.',
    attempts: (recipe) => withBodies(recipe, (body) => [withSlashesOtherwise(body)]),
  },
  {
    name: 'letters_escaped',
    says: () =>
      'you signed the body with its letters written otherwise than you sent them (\\u00fc or ü); serialise once, in PHP with JSON_UNESCAPED_UNICODE, in Python with ensure_ascii=False, and sign and send the same text.',
    attempts: (recipe) => withBodies(recipe, withLettersOtherwise),
  },
  {
    name: 'slashes_and_letters_escaped',
    says: () =>
      'you signed the body with its slashes and letters escaped otherwise than you sent them (\\/ and \\u00fc), as json_encode of PHP does; serialise once, with JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE, and sign and send the same text.',
    attempts: (recipe) => withBodies(recipe, (body) => withLettersOtherwise(withSlashesOtherwise(body))),
  },
  {
    name: 'body_written_again',
    says: () =>
      'you signed the body with other spaces or line breaks than you sent; serialise once, and sign and send the same text.',
    attempts: (recipe) => withBodies(recipe, otherWhitespace),
  },
  {
    name: 'keys_in_another_order',
    says: () =>
      'you signed the body with its keys sorted and sent them in another order; serialise once, and sign and send the same text.',
    attempts: (recipe) => withBodies(recipe, withSortedKeys),
  },
  {
    name: 'body_hashed',
    says: () => 'you signed a hash or an encoding of the body; sign the body itself, byte for byte.',
    attempts: (recipe) => {
      const body = Buffer.from(recipe.parts.body);
      const hash = createHash('sha256').update(body).digest();
      return [hash.toString('hex'), hash.toString('base64'), body.toString('base64')]
        .filter((text) => text !== '')
        .map((text) => withPart(recipe, 'body', text));
    },
    isAlone: true,
  },
  {
    name: 'body_in_another_encoding',
    says: () =>
      'you signed the body in another encoding than UTF-8; encode it once, and sign and send the same bytes.',
    attempts: (recipe) => {
      const text = textOf(recipe.parts.body);
      return [Buffer.from(text, 'latin1'), Buffer.from(text, 'utf16le'), Buffer.from(`\ufeff${text}`)]
        .filter((body) => text !== '' && !body.equals(Buffer.from(text)))
        .map((body) => withPart(recipe, 'body', body));
    },
    isAlone: true,
  },
];

/** Only of a body, and only those that differ from it. */
function* withBodies(recipe: Recipe, others: (body: string) => Iterable<string>): Generator<Attempt> {
  const sent = textOf(recipe.parts.body);
  if (sent === '') return;
  for (const body of others(sent)) if (body !== sent) yield withPart(recipe, 'body', body);
}

function* otherWhitespace(body: string): Generator<string> {
  yield* withOtherSpaces(body);
  yield* otherLineEnds(body);
}

/** A shell adds a line break, or a program removes one. */
function otherLineEnds(body: string): string[] {
  return [
    `${body}\n`,
    `${body}\r\n`,
    body.trim(),
    body.replaceAll('\r\n', '\n'),
    body.replaceAll(/\r?\n/g, '\r\n'),
  ];
}

function textOf(body: string | Uint8Array): string {
  return Buffer.from(body).toString('utf8');
}

function isEmpty(body: string | Uint8Array): boolean {
  return body.length === 0;
}
