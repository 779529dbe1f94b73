import type { Command } from 'commander';
import type { Cents } from '@vezne/domain/money';
import { toTransactionId } from '../../ids.ts';
import { getBankAccount } from '../../usecases/bank-accounts/get.ts';
import { enterLateMoney } from '../../usecases/deposits/late-money.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { asDecider } from '../with-database.ts';
import { NOTE_HELP, checkedNote, transactionIdOf } from '../transaction-options.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { amountText } from '../layout.ts';
import { amountAboveZero } from '../option-values.ts';
import { print } from '../output.ts';
import { nextSteps } from '../transaction/next-steps.ts';
import { getTransaction } from '../transaction/show.ts';
import { transactionValues } from '../transaction/transaction-rows.ts';

interface Options extends ChangeOptions {
  amount: Cents;
  bankAccount?: string;
  refused?: string;
  newMoney?: boolean;
  note?: string;
}

export function addLate(deposit: Command): void {
  const id = 'txn_01a2b3c4d5e67f8091a2b3c4d5e6f708';
  defineChange(deposit, {
    name: 'late <id>',
    description: 'money came for a deposit that was decided before: enter it as a deposit of its own',
    notes: [
      'It has the old reference and the old terms, and waits to be approved or rejected like any other. If it is rejected, the partner\n' +
        'is not told: it was never told of it.\n' +
        'Money that was refused before (vezne ledger unallocated) is in the books already: name the deposit whose money it is.',
    ],
    examples: [
      `vezne deposit late ${id} --amount 500.00`,
      `vezne deposit late ${id} --amount 500.00 --bank-account "TR33 0006 1005 1978 6457 8413 26"`,
      `vezne deposit late ${id} --amount 500.00 --refused ${id} --note "the player has shown the receipt"`,
    ],
  })
    .requiredOption('--amount <amount>', 'what came', amountAboveZero)
    .option(
      '--bank-account <account>',
      'where it came, by IBAN or id (default: where the first was to be paid)',
    )
    .option('--refused <id>', 'the rejected deposit whose money it is (may be the same)')
    .option('--new-money', 'it came besides the money that was refused and is still open')
    .option('--note <text>', NOTE_HELP)
    .action(
      action(async (idText: string, options: Options) => {
        const id = transactionIdOf(idText);
        const { amount: amountCents, bankAccount, refused, newMoney: isNewMoney } = options;
        const refusedTransactionId = refused === undefined ? undefined : transactionIdOf(refused);
        const note = checkedNote(options.note);
        await asDecider(options, async ({ db, pool, actor }) => {
          const bankAccountId =
            bankAccount === undefined ? undefined : (await getBankAccount(db, bankAccount)).id;
          const money = { transactionId: id, amountCents, bankAccountId, refusedTransactionId, isNewMoney };
          const row = await getTransaction({ pool }, await enterLateMoney(pool, { ...money, actor, note }));
          print(options, plainValues({ transaction: transactionValues(row) }), [
            `${amountText(amountCents)} of late money for ${toTransactionId(id)} is entered as ${toTransactionId(row.id)}.`,
            'It waits for a decision. If the money is there:',
            `  ${nextSteps(row)[0]}`,
          ]);
        });
      }),
    );
}
