import type { Mistake } from './mistake.ts';
import { withPart } from './mistake.ts';

/** Seconds between the time in the header and that in the text, when a program reads its clock twice. */
const CLOCK_READ_TWICE = [1, -1, 2, -2];

/** Another time than that of the header. */
export const TIME_MISTAKES: readonly Mistake[] = [
  {
    name: 'other_second',
    says: () =>
      'you signed another second than the one in X-Timestamp; read the clock once, and use that value in both places.',
    attempts: (recipe) =>
      CLOCK_READ_TWICE.map((seconds) =>
        withPart(recipe, 'timestamp', String(Number(recipe.parts.timestamp) + seconds)),
      ),
  },
  {
    name: 'milliseconds_signed',
    says: () =>
      'you signed the time in milliseconds and sent it in seconds; put the text of X-Timestamp into what you sign.',
    attempts: (recipe) =>
      Array.from({ length: 1_000 }, (_, ms) =>
        withPart(recipe, 'timestamp', `${String(recipe.parts.timestamp)}${String(ms).padStart(3, '0')}`),
      ),
    isAlone: true,
  },
];
