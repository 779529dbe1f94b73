import type { Command } from 'commander';
import type { Cents } from '@vezne/domain/money';
import { findDecisionRows } from '../../db/read/decision-rows.ts';
import type { DecisionRow } from '../../db/read/decision-rows.ts';
import { toTransactionId } from '../../ids.ts';
import { approveAsAsked, approveDeposit } from '../../usecases/deposits/decide.ts';
import type { DecisionResult } from '../../usecases/decisions/decision.ts';
import { getBankAccount } from '../../usecases/bank-accounts/get.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { asDecider } from '../with-database.ts';
import { NOTE_HELP, SEEN_HELP, STATEMENT_OPTIONS, checkedNote, fingerprint } from '../transaction-options.ts';
import { databaseProblem } from '../database-problem.ts';
import { decideAll, wholeFingerprints } from '../decide.ts';
import { refusalText } from '../refusal-texts.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { amountText, count } from '../layout.ts';
import { amountAboveZero } from '../option-values.ts';
import { fail, print } from '../output.ts';
import { readSeenFile, withFingerprints } from './seen-deposits.ts';
import type { SeenDeposit } from './seen-deposits.ts';

interface Options extends ChangeOptions {
  amount?: Cents;
  bankAccount?: string;
  seen?: string[];
  fromFile?: string;
  note?: string;
}

export function addApprove(deposit: Command): void {
  const [first, second] = ['txn_01a2b3c4d5e67f8091a2b3c4d5e6f708', 'txn_01a2b3c4d5e67f8091a2b3c4d5e6f709'];
  defineChange(deposit, {
    name: 'approve [id...]',
    description: 'the money was seen at the bank: credit the partner and tell it',
    notes: [
      'Several deposits are each approved with the amount that was asked for; one that was paid with another amount is\n' +
        'approved alone, with --amount. Ends with 1 if any was refused; the others are approved all the same.',
    ],
    examples: [
      `vezne deposit approve ${first} --amount 950.00 --seen 5e1f00c2a7b9`,
      `vezne deposit approve ${first} ${second} --seen 5e1f00c2a7b9 --seen 90aa51c3d2e4`,
      'vezne deposit approve --from-file seen-at-the-bank.txt',
    ],
  })
    .option('--amount <amount>', 'what really came (default: what was asked for)', amountAboveZero)
    .option(
      '--bank-account <account>',
      'where it came in, by IBAN or id (default: the account that was shown)',
    )
    .option(
      '--seen <fingerprint>',
      `${SEEN_HELP}; once for each id, in their order`,
      (text: string, before: string[] | undefined) => [...(before ?? []), fingerprint(text)],
    )
    .option('--from-file <file>', 'deposits to approve, a line for each: its id and its fingerprint')
    .option('--note <text>', NOTE_HELP)
    .action(
      action(async (ids: string[], options: Options, command: Command) => {
        const problem = usageProblem(ids, options);
        if (problem !== undefined) command.error(`error: ${problem}`);
        const { fromFile, seen = [] } = options;
        const deposits = fromFile === undefined ? withFingerprints(ids, seen) : await readSeenFile(fromFile);
        await approve(deposits, options);
      }),
    );
}

function usageProblem(
  ids: readonly string[],
  { amount, bankAccount, seen = [], fromFile }: Options,
): string | undefined {
  if (fromFile !== undefined) {
    const isAlone =
      ids.length === 0 && seen.length === 0 && amount === undefined && bankAccount === undefined;
    return isAlone ? undefined : '--from-file stands alone; its lines hold the ids and fingerprints';
  }
  if (ids.length === 0) return 'name at least one deposit, or give --from-file';
  if (ids.length !== seen.length) return 'give --seen once for each deposit, in their order';
  if (ids.length === 1) return undefined;
  if (amount !== undefined) return '--amount is for one deposit alone';
  return bankAccount === undefined ? undefined : '--bank-account is for one deposit alone';
}

async function approve(deposits: readonly SeenDeposit[], options: Options): Promise<void> {
  const note = checkedNote(options.note);
  await asDecider(options, async (books) => {
    const { actor } = books;
    const fingerprints = await wholeFingerprints(
      books,
      deposits.map(({ id, seen }) => [id, seen]),
    );
    const { amount, bankAccount } = options;
    const paidTo = bankAccount === undefined ? undefined : await getBankAccount(books.db, bankAccount);
    const decisions = deposits.map(({ id, seen }, index) => {
      const fingerprintNow = fingerprints[index] ?? seen;
      const input = {
        transactionId: id,
        fingerprint: fingerprintNow,
        actor,
        note,
        bankAccountId: paidTo?.id,
      };
      return amount === undefined ? approveAsAsked(input) : approveDeposit({ ...input, actualCents: amount });
    });
    const results = await decideAll(books, decisions);
    const ids = deposits.map(({ id }) => id);
    const rows = await findDecisionRows(books.pool, ids, STATEMENT_OPTIONS);
    const told = results.map((result, index) => resultOf(ids[index] ?? '', result, rows));
    tell(options, told);
  });
}

interface Told {
  id: string;
  outcome: 'made' | 'refused' | 'unknown';
  line: string;
  reason?: string;
  actualAmountCents?: Cents | null | undefined;
  playerAmountCents?: Cents | undefined;
}

function resultOf(
  id: string,
  result: PromiseSettledResult<DecisionResult>,
  rows: ReadonlyMap<string, DecisionRow>,
): Told {
  const shownId = toTransactionId(id);
  if (result.status === 'rejected') {
    const line = databaseProblem(result.reason) ?? String(result.reason);
    return { id: shownId, outcome: 'unknown', line: `${shownId}: ${line}` };
  }
  if (result.value.outcome === 'refused') {
    const { outcome, refusal } = result.value;
    return { id: shownId, outcome, reason: refusal.code, line: refusalText(refusal) };
  }
  const { actualAmountCents, playerAmountCents } = rows.get(id) ?? {};
  const amounts =
    actualAmountCents && playerAmountCents
      ? ` ${amountText(actualAmountCents)} came, and the player is credited ${amountText(playerAmountCents)}.`
      : '';
  return {
    id: shownId,
    outcome: 'made',
    line: `${shownId} is approved.${amounts}`,
    actualAmountCents,
    playerAmountCents,
  };
}

function tell(options: Options, told: readonly Told[]): void {
  const of = (outcome: Told['outcome']): Told[] => told.filter((one) => one.outcome === outcome);
  const [refused, unknown] = [of('refused'), of('unknown')];
  const failed = [...refused, ...unknown];
  const isAlone = told.length === 1;
  // A single refusal is printed once, where every command prints its reason.
  const lines = isAlone && failed.length === 1 ? [] : told.map(({ line }) => line);
  const decisions = told.map(({ line, ...rest }) => ({ ...rest, text: line }));
  const counts = { approved: of('made').length, refused: refused.length, unknown: unknown.length };
  print(options, plainValues({ decisions, ...counts }), lines);
  const [first] = failed;
  if (first === undefined) return;
  const parts = [
    ...(refused.length > 0 ? [`${count(refused.length, 'deposit')} of ${told.length} not approved`] : []),
    ...(unknown.length > 0 ? [`of ${count(unknown.length, 'deposit')} it isn't known`] : []),
  ];
  fail(isAlone ? first.line : `${parts.join('; ')}. What became of each is with it.`);
}
