import assert from 'node:assert/strict';
import type { DecisionResult } from '../../src/usecases/decisions/decision.ts';
import { RefusedError } from '../../src/usecases/refusal.ts';
import type { Refusal, RefusalCode, RefusalDetails } from '../../src/usecases/refusal.ts';

/** For assert.rejects and assert.throws: a use case refused for this reason and, if given, with these details. */
export function refusedFor<Code extends RefusalCode>(
  code: Code,
  details?: RefusalDetails[Code],
): { name: string; message: string; refusal?: Refusal } {
  const error = { name: 'RefusedError', message: code };
  return details === undefined ? error : { ...error, refusal: { code, details } as Refusal };
}

export async function assertRefused(work: Promise<unknown>, code: RefusalCode): Promise<void> {
  await assert.rejects(work, refusedFor(code));
}

/** The result of the work, or the code of its refusal. */
export async function resultOrCode<Result>(work: Promise<Result>): Promise<Result | RefusalCode> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof RefusedError) return error.refusal.code;
    throw error;
  }
}

/** `made`, `asked`, or the reason why not. */
export function outcomeOf(result: DecisionResult): 'made' | 'asked' | RefusalCode {
  return result.outcome === 'refused' ? result.refusal.code : result.outcome;
}
