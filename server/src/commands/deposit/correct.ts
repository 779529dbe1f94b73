import type { Command } from 'commander';
import type { Cents } from '@vezne/domain/money';
import { toTransactionId } from '../../ids.ts';
import { correctDeposit } from '../../usecases/deposits/correct.ts';
import { RefusedError } from '../../usecases/refusal.ts';
import type { BankAccountRecord } from '../../db/read/bank-accounts/bank-accounts.ts';
import { getBankAccount } from '../../usecases/bank-accounts/get.ts';
import { CommandError } from '../command-error.ts';
import { accountName } from '../bank-account/account-rows.ts';
import { action } from '../action.ts';
import { asDecider } from '../with-database.ts';
import { NOTE_HELP, SEEN_HELP, checkedNote, fingerprint, transactionIdOf } from '../transaction-options.ts';
import { decideAll, wholeFingerprints } from '../decide.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { amountText } from '../layout.ts';
import { amount } from '../option-values.ts';
import { print } from '../output.ts';
import { askedLines } from '../request/asked-lines.ts';
import { getTransaction } from '../transaction/show.ts';

interface Options extends ChangeOptions {
  amount?: Cents;
  bankAccount?: string;
  note: string;
  seen?: string;
}

export function addCorrect(deposit: Command): void {
  const id = 'txn_01a2b3c4d5e67f8091a2b3c4d5e6f708';
  defineChange(deposit, {
    name: 'correct <id>',
    description:
      'an approved deposit has the wrong amount or bank account: ask a second person to correct it',
    notes: [
      'Nothing changes until another person confirms. Then the books move by the difference. The partner is told of an\n' +
        'amount; of an account it has nothing to hear.',
    ],
    examples: [
      `vezne deposit correct ${id} --amount 95.00 --note "one zero too many was typed"`,
      `vezne deposit correct ${id} --amount 0.00 --note "it was another player's money"`,
      `vezne deposit correct ${id} --bank-account "TR68 0006 2000 0999 9901 2345 67" --note "it came to the second account"`,
    ],
  })
    .option('--amount <amount>', 'what really came; 0.00 if nothing did', amount)
    .option('--bank-account <account>', 'where it really came, by IBAN or id')
    .requiredOption('--note <text>', NOTE_HELP)
    .option('--seen <fingerprint>', SEEN_HELP, fingerprint)
    .action(
      action(async (idText: string, options: Options) => {
        const id = transactionIdOf(idText);
        const note = checkedNote(options.note);
        if (options.amount === undefined && options.bankAccount === undefined) {
          throw new CommandError('Say what is wrong with --amount, --bank-account or both.');
        }
        await asDecider(options, async (books) => {
          const row = await getTransaction(books, id);
          const [fingerprint = row.fingerprint] =
            options.seen === undefined ? [] : await wholeFingerprints(books, [[id, options.seen]]);
          const { amount: actualCents, bankAccount } = options;
          const account = bankAccount === undefined ? undefined : await getBankAccount(books.db, bankAccount);
          const correction = {
            transactionId: id,
            fingerprint,
            note,
            actualCents,
            bankAccountId: account?.id,
          };
          const [result] = await decideAll(books, [correctDeposit({ ...correction, actor: books.actor })]);
          if (result?.status === 'rejected') throw result.reason;
          if (result?.value.outcome === 'refused') throw new RefusedError(result.value.refusal);
          if (result?.value.outcome !== 'asked') throw new Error('A correction was made by one person.');
          const { requestId, reasons } = result.value;
          print(options, { outcome: 'asked', requestId, reasons }, [
            `You asked to correct ${toTransactionId(id)} to ${rightText(actualCents, account)}, which takes two people.`,
            ...askedLines(requestId, 'decision'),
          ]);
        });
      }),
    );
}

/** What it shall have: an amount, an account, or both. */
function rightText(actualCents: Cents | undefined, account: BankAccountRecord | undefined): string {
  return [
    ...(actualCents === undefined ? [] : [amountText(actualCents)]),
    ...(account === undefined ? [] : [accountName(account)]),
  ].join(' at ');
}
