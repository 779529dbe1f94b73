import type { Mistake } from './mistake.ts';
import type { Part } from './recipe.ts';

const JOINTS: readonly [joint: string, name: string][] = [
  ['', 'nothing'],
  ['\n', 'line feeds'],
  ['|', 'vertical bars'],
  [':', 'colons'],
  ['&', 'ampersands'],
  [',', 'commas'],
  [' ', 'blanks'],
  [';', 'semicolons'],
  ['-', 'hyphens'],
  ['_', 'underscores'],
  ['+', 'plus signs'],
  ['\r\n', 'carriage returns and line feeds'],
];

const PART_NAMES: Readonly<Record<Part, string>> = {
  timestamp: 'timestamp',
  method: 'method',
  path: 'path',
  body: 'body',
  hashSecret: 'hash secret',
};

/** The right parts, put together or hashed in another way. */
export const TEXT_MISTAKES: readonly Mistake[] = [
  {
    name: 'text_ends_in_a_line_break',
    says: () =>
      "the text that you signed ends in a line break; in a shell write it with printf '%s', which adds none, and not with echo, and read the hash secret without one.",
    attempts: (recipe) => ['\n', '\r\n'].map((end) => ({ recipe: { ...recipe, end } })),
  },
  {
    name: 'dot_at_the_end',
    says: () =>
      'the signed text ends in a dot; the dots stand between the five parts, with none after the hash secret.',
    attempts: (recipe) => [{ recipe: { ...recipe, end: '.' } }],
  },
  {
    name: 'wrong_joint',
    says: (joint) => `you joined the parts with ${joint}; join them with single dots.`,
    attempts: (recipe) => JOINTS.map(([joint, detail]) => ({ recipe: { ...recipe, joint }, detail })),
  },
  {
    name: 'no_hmac',
    says: () =>
      'you made a plain SHA-256, which has no key; make an HMAC-SHA256 keyed with the API secret (vzs_…).',
    attempts: (recipe, { apiSecret }) => [
      { recipe: { ...recipe, method: 'plain hash' } },
      { recipe: { ...recipe, method: 'plain hash', end: apiSecret } },
      { recipe: { ...recipe, method: 'plain hash', end: `${recipe.joint}${apiSecret}` } },
    ],
    isAlone: true,
  },
  {
    name: 'hmac_arguments_swapped',
    says: () =>
      'you gave the HMAC the text as its key and the key as its text; the key is the API secret (hash_hmac of PHP takes the text first, hmac.new of Python the key).',
    attempts: (recipe) => [{ recipe: { ...recipe, method: 'key and text swapped' } }],
  },
  {
    name: 'hashed_before_the_hmac',
    says: () => 'you hashed the text before the HMAC; give the HMAC the text itself.',
    attempts: (recipe) => [{ recipe: { ...recipe, method: 'hmac of a hash' } }],
  },
  {
    name: 'wrong_order',
    says: (order) =>
      `you signed the parts in the order ${order}; the order is timestamp, method, path, body, hash secret.`,
    attempts: (recipe) =>
      permutationsOf(recipe.order)
        .slice(1)
        .map((order) => ({
          recipe: { ...recipe, order },
          detail: order.map((part) => PART_NAMES[part]).join(', '),
        })),
    isAlone: true,
  },
];

/** All orders; the given one is the first. */
function permutationsOf(parts: readonly Part[]): Part[][] {
  if (parts.length === 0) return [[]];
  return parts.flatMap((first) =>
    permutationsOf(parts.filter((part) => part !== first)).map((rest) => [first, ...rest]),
  );
}
