import { BODY_MISTAKES } from './body-mistakes.ts';
import type { Mistake } from './mistake.ts';
import { PATH_MISTAKES } from './path-mistakes.ts';
import { SECRET_MISTAKES } from './secret-mistakes.ts';
import { TEXT_MISTAKES } from './text-mistakes.ts';
import { TIME_MISTAKES } from './time-mistakes.ts';

/**
 * What developers do wrong when they sign for the first time. The first that fits is told, so the likelier and simpler stand first, and those
 * with many attempts last. To add one: a row in one of these tables, with what it changes in the right recipe and a sentence that says what
 * was done and what to do instead; and a plant in server/test/http/partner/signing-mistakes/planted.ts, without which a test fails.
 */
export const MISTAKES: readonly Mistake[] = [
  ...SECRET_MISTAKES,
  ...PATH_MISTAKES,
  ...BODY_MISTAKES,
  ...TEXT_MISTAKES,
  ...TIME_MISTAKES,
];
