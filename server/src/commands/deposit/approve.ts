import type { Command } from 'commander';
import type { Person } from '@vezne/domain/actor';
import type { Cents } from '@vezne/domain/money';
import { findDecisionRows } from '../../db/read/desk/decision-rows.ts';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import { toTransactionId } from '../../ids.ts';
import { approveInBulk } from '../../usecases/deposits/approve-in-bulk.ts';
import type { BulkResult } from '../../usecases/deposits/approve-in-bulk.ts';
import { approveAsAsked, approveDeposit } from '../../usecases/deposits/decide.ts';
import type { Decision, DecisionResult } from '../../usecases/decisions/decision.ts';
import { createDecisions } from '../../usecases/decisions/decisions.ts';
import { getBankAccount } from '../../usecases/bank-accounts/get.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { asDecider } from '../with-database.ts';
import type { Books } from '../with-database.ts';
import { NOTE_HELP, SEEN_HELP, STATEMENT_OPTIONS, checkedNote, fingerprint } from '../transaction-options.ts';
import { databaseProblem } from '../database-problem.ts';
import { decideAll, wholeFingerprints } from '../decide.ts';
import { refusalText } from '../refusal-texts.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { amountText, count } from '../layout.ts';
import { amountAboveZero } from '../option-values.ts';
import { fail, print } from '../output.ts';
import { printAsked } from '../request/asked-lines.ts';
import { readSeenFile, withFingerprints } from './seen-deposits.ts';
import type { SeenDeposit } from './seen-deposits.ts';

interface Options extends ChangeOptions {
  amount?: Cents;
  bankAccount?: string;
  seen?: string[];
  fromFile?: string;
  note?: string;
  bankReference?: string;
  sender?: string;
  referenceUsedBefore?: boolean;
}

export function addApprove(deposit: Command): void {
  const [first, second] = ['txn_01a2b3c4d5e67f8091a2b3c4d5e6f708', 'txn_01a2b3c4d5e67f8091a2b3c4d5e6f709'];
  defineChange(deposit, {
    name: 'approve [id...]',
    description: 'the money was seen at the bank: credit the partner and tell it',
    notes: [
      'Several deposits are each approved with the amount that was asked for; one that was paid with another amount is\n' +
        'approved alone, with --amount. Ends with 1 if any was refused; the others are approved all the same.',
      'At most 100 go together. One that carries a warning, or takes two people, is left out: decide on it by itself. Above\n' +
        '250000.00 TRY in all they become one request, which a second person confirms.',
      'What the bank shows (--bank-reference and --sender) is needed where the same money could be credited twice:\n' +
        'vezne transaction show says so.',
    ],
    examples: [
      `vezne deposit approve ${first} --amount 950.00 --seen 5e1f00c2a7b9`,
      `vezne deposit approve ${first} --seen 5e1f00c2a7b9 --bank-reference 20261115-7731 --sender "AYŞE IŞIK"`,
      `vezne deposit approve ${first} ${second} --seen 5e1f00c2a7b9 --seen 90aa51c3d2e4`,
      'vezne deposit approve --from-file seen.txt',
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
    .option(
      '--from-file <file>',
      'deposits to approve, a line for each: its id and its fingerprint; # begins a remark',
    )
    .option('--bank-reference <text>', 'what the bank calls the transfer')
    .option('--sender <name>', 'who sent it, as the bank shows it')
    .option('--reference-used-before', 'the bank shows another transfer with the same reference')
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
  { amount, bankAccount, bankReference, sender, referenceUsedBefore, seen = [], fromFile }: Options,
): string | undefined {
  if (fromFile !== undefined) {
    const rest = [amount, bankAccount, bankReference, sender, referenceUsedBefore];
    const isAlone = ids.length === 0 && seen.length === 0 && rest.every((option) => option === undefined);
    return isAlone ? undefined : '--from-file stands alone; its lines hold the ids and fingerprints';
  }
  if (ids.length === 0) return 'name at least one deposit, or give --from-file';
  if (ids.length !== seen.length) return 'give --seen once for each deposit, in their order';
  if (ids.length === 1) return undefined;
  if (amount !== undefined) return '--amount is for one deposit alone';
  if (bankReference !== undefined || sender !== undefined || referenceUsedBefore !== undefined) {
    return '--bank-reference, --sender and --reference-used-before are for one deposit alone';
  }
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
    const seenNow = deposits.map(({ id, seen }, index) => ({
      transactionId: id,
      fingerprint: fingerprints[index] ?? seen,
    }));
    const [alone] = seenNow.length === 1 ? seenNow : [];
    const bulk: BulkResult =
      alone === undefined
        ? await approveInBulk({ pool: books.pool, decisions: createDecisions(books) }, seenNow, {
            actor,
            note,
          })
        : {
            outcome: 'decided',
            results: await decideAll(books, [await single(books, { ...alone, actor, note }, options)]),
          };
    if (bulk.outcome === 'asked') {
      printAsked(options, { requestId: bulk.requestId, reasons: ['bulk_sum'] });
      return;
    }
    const { results } = bulk;
    const [first] = results;
    if (alone !== undefined && first?.status === 'fulfilled' && first.value.outcome === 'asked') {
      printAsked(options, first.value);
      return;
    }
    const ids = deposits.map(({ id }) => id);
    const rows = await findDecisionRows(books.pool, ids, STATEMENT_OPTIONS);
    const told = results.map((result, index) => resultOf(ids[index] ?? '', result, rows));
    tell(options, told);
  });
}

/** One deposit, with all that can be said of it. */
async function single(
  { db }: Books,
  input: { transactionId: string; fingerprint: string; actor: Person; note: string | null | undefined },
  { amount, bankAccount, bankReference, sender, referenceUsedBefore }: Options,
): Promise<Decision> {
  const paidTo = bankAccount === undefined ? undefined : await getBankAccount(db, bankAccount);
  const approval = {
    ...input,
    bankAccountId: paidTo?.id,
    bankReference,
    senderSeen: sender,
    isReferenceUsedBefore: referenceUsedBefore,
  };
  return amount === undefined
    ? approveAsAsked(approval)
    : approveDeposit({ ...approval, actualCents: amount });
}

interface Told {
  id: string;
  outcome: 'made' | 'asked' | 'refused' | 'unknown';
  line: string;
  reason?: string;
  requestId?: string;
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
  if (result.value.outcome === 'asked') {
    const { requestId, outcome } = result.value;
    const line = `${shownId} waits for a second person: vezne request show ${requestId}`;
    return { id: shownId, outcome, requestId, line };
  }
  const row = rows.get(id);
  const { actualAmountCents, playerAmountCents } = row ?? {};
  const line = row === undefined ? `${shownId} is approved.` : approvedLine(row);
  return { id: shownId, outcome: 'made', line, actualAmountCents, playerAmountCents };
}

/** What an approval did. */
export function approvedLine({ id, actualAmountCents, playerAmountCents }: DecisionRow): string {
  const came = actualAmountCents === null ? '' : ` ${amountText(actualAmountCents)} came, and the`;
  return `${toTransactionId(id)} is approved.${came || ' The'} player is credited ${amountText(playerAmountCents)}.`;
}

function tell(options: Options, told: readonly Told[]): void {
  const of = (outcome: Told['outcome']): Told[] => told.filter((one) => one.outcome === outcome);
  const [refused, unknown] = [of('refused'), of('unknown')];
  const failed = [...refused, ...unknown];
  const isAlone = told.length === 1;
  // A single refusal is printed once, where every command prints its reason.
  const lines = isAlone && failed.length === 1 ? [] : told.map(({ line }) => line);
  const decisions = told.map(({ line, ...rest }) => ({ ...rest, text: line }));
  const counts = {
    approved: of('made').length,
    asked: of('asked').length,
    refused: refused.length,
    unknown: unknown.length,
  };
  print(options, plainValues({ decisions, ...counts }), lines);
  const [first] = failed;
  if (first === undefined) return;
  const parts = [
    ...(refused.length > 0 ? [`${count(refused.length, 'deposit')} of ${told.length} not approved`] : []),
    ...(unknown.length > 0 ? [`of ${count(unknown.length, 'deposit')} it isn't known`] : []),
  ];
  fail(isAlone ? first.line : `${parts.join('; ')}. What became of each is with it.`);
}
