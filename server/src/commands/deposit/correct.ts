import type { Command } from 'commander';
import type { Cents } from '@vezne/domain/money';
import { toTransactionId } from '../../ids.ts';
import { correctDeposit } from '../../usecases/deposits/decide.ts';
import { RefusedError } from '../../usecases/refusal.ts';
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
  amount: Cents;
  note: string;
  seen?: string;
}

export function addCorrect(deposit: Command): void {
  const id = 'txn_01a2b3c4d5e67f8091a2b3c4d5e6f708';
  defineChange(deposit, {
    name: 'correct <id>',
    description: 'an approved deposit has the wrong amount: ask a second person to correct it',
    notes: [
      'Nothing changes until another person confirms. Then the books move by the difference and the partner is told.',
    ],
    examples: [
      `vezne deposit correct ${id} --amount 95.00 --note "one zero too many was typed"`,
      `vezne deposit correct ${id} --amount 0.00 --note "it was another player's money"`,
    ],
  })
    .requiredOption('--amount <amount>', 'what really came; 0.00 if nothing did', amount)
    .requiredOption('--note <text>', NOTE_HELP)
    .option('--seen <fingerprint>', SEEN_HELP, fingerprint)
    .action(
      action(async (idText: string, options: Options) => {
        const id = transactionIdOf(idText);
        const note = checkedNote(options.note);
        await asDecider(options, async (books) => {
          const row = await getTransaction(books, id);
          const [fingerprint = row.fingerprint] =
            options.seen === undefined ? [] : await wholeFingerprints(books, [[id, options.seen]]);
          const correction = { transactionId: id, fingerprint, actualCents: options.amount, note };
          const [result] = await decideAll(books, [correctDeposit({ ...correction, actor: books.actor })]);
          if (result?.status === 'rejected') throw result.reason;
          if (result?.value.outcome === 'refused') throw new RefusedError(result.value.refusal);
          if (result?.value.outcome !== 'asked') throw new Error('A correction was made by one person.');
          const { requestId, reasons } = result.value;
          print(options, { outcome: 'asked', requestId, reasons }, [
            `You asked to correct ${toTransactionId(id)} to ${amountText(options.amount)}, which takes two people.`,
            ...askedLines(requestId, 'decision'),
          ]);
        });
      }),
    );
}
