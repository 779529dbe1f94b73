import type { Person } from '@vezne/domain/actor';
import { findDecisionRows } from '../db/read/desk/decision-rows.ts';
import type { DecisionRow } from '../db/read/desk/decision-rows.ts';
import { decideInBulk } from '../usecases/decisions/bulk.ts';
import { createDecisions } from '../usecases/decisions/decisions.ts';
import type { Decision, DecisionResult } from '../usecases/decisions/decision.ts';
import { plainValues } from '../usecases/plain-values.ts';
import { RefusedError } from '../usecases/refusal.ts';
import { asDecider } from './with-database.ts';
import type { Books, DecidingBooks } from './with-database.ts';
import { STATEMENT_OPTIONS, transactionIdOf } from './transaction-options.ts';
import type { ChangeOptions } from './define-command.ts';
import { print } from './output.ts';
import type { Told } from './performed.ts';
import { printAsked } from './request/asked-lines.ts';
import { transactionValues } from './transaction/transaction-rows.ts';
import { readOptions } from './transaction/next-steps.ts';

/** Makes decisions together, and returns the result of each in the order given. */
export async function decideAll(
  books: DecidingBooks,
  decisions: readonly Decision[],
): Promise<PromiseSettledResult<DecisionResult>[]> {
  return await decideInBulk(createDecisions(books), decisions);
}

/** The common input of every decision: the transaction, who decides, and the whole fingerprint. */
export interface DecisionStart {
  transactionId: string;
  actor: Person;
  fingerprint: string | undefined;
}

/** Decides on one transaction, then prints its new state and a sentence about it. */
export async function decideOne(
  idText: string,
  options: ChangeOptions & { seen?: string },
  {
    decision,
    lines,
    beside,
  }: {
    decision: (start: DecisionStart, books: Books) => Promise<Decision> | Decision;
    lines: (row: DecisionRow, books: Books) => Promise<readonly string[]> | readonly string[];
    /** What the command shows besides the transaction. */
    beside?: (row: DecisionRow, books: Books) => Promise<Told>;
  },
): Promise<void> {
  const id = transactionIdOf(idText);
  await asDecider(options, async (books) => {
    const { actor } = books;
    // Always reads first, so an unreachable database is reported at once and not after repeated attempts to decide.
    const [whole] = await wholeFingerprints(books, [[id, options.seen ?? '']]);
    const fingerprint = options.seen === undefined ? undefined : whole;
    const [result] = await decideAll(books, [
      await decision({ transactionId: id, actor, fingerprint }, books),
    ]);
    if (result?.status === 'rejected') throw result.reason;
    if (result?.value.outcome === 'refused') throw new RefusedError(result.value.refusal);
    const row = (await findDecisionRows(books.pool, [id], STATEMENT_OPTIONS)).get(id);
    if (result?.value.outcome === 'asked') {
      printAsked(options, result.value, row && readOptions(row));
      return;
    }
    if (row === undefined) throw new Error(`Transaction ${id} was decided on and is gone.`);
    const more = await beside?.(row, books);
    print(options, plainValues({ transaction: transactionValues(row), ...more?.values }), [
      ...(await lines(row, books)),
      ...(more?.lines ?? []),
    ]);
  });
}

/** The same for a decision that needs a fingerprint. The command line requires one. */
export function fingerprintOf({ fingerprint }: DecisionStart): string {
  if (fingerprint === undefined) throw new Error('The command has no fingerprint.');
  return fingerprint;
}

/**
 * The whole fingerprints for the given beginnings, if the transactions are still what the person saw. A beginning that no
 * longer fits stays as it is: the decision is then refused, with the most fitting reason.
 */
export async function wholeFingerprints(
  { pool }: Books,
  seen: readonly (readonly [id: string, beginning: string])[],
): Promise<string[]> {
  const ids = seen.map(([id]) => id);
  const rows = await findDecisionRows(pool, ids, STATEMENT_OPTIONS);
  return seen.map(([id, beginning]) => {
    const now = rows.get(id)?.fingerprint;
    return now?.startsWith(beginning) ? now : beginning;
  });
}
