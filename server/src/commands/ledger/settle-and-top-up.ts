import type { Command } from 'commander';
import { getBankAccount } from '../../usecases/bank-accounts/get.ts';
import { getPartner } from '../../usecases/partners/get.ts';
import { action } from '../action.ts';
import { NOTE_HELP } from '../transaction-options.ts';
import { defineChange } from '../define-command.ts';
import { amountText } from '../layout.ts';
import { amount, amountAboveZero } from '../option-values.ts';
import { BANK_BALANCE_HELP, POST_AMOUNT_HELP, POST_ID_HELP, POST_NOTE, post } from './post.ts';
import type { PostOptions } from './post.ts';

interface Options extends PostOptions {
  bankAccount: string;
}

export function addSettleAndTopUp(ledger: Command): void {
  add(ledger, {
    verb: 'settle',
    kind: 'settled_to_partner',
    description: "a part of a partner's balance was paid to the partner itself",
    account: 'the account that it was paid from',
    done: 'was paid to',
    note: 'august settlement',
  });
  add(ledger, {
    verb: 'top-up',
    kind: 'topped_up',
    description: 'a partner paid in, so that its players can be paid out',
    account: 'the account that it was paid to',
    done: 'was paid in by',
    note: 'for the weekend',
  });
}

function add(
  ledger: Command,
  {
    verb,
    kind,
    description,
    account,
    done,
    note,
  }: {
    verb: string;
    kind: 'settled_to_partner' | 'topped_up';
    description: string;
    account: string;
    done: string;
    note: string;
  },
): void {
  defineChange(ledger, {
    name: `${verb} <partner>`,
    description,
    notes: [POST_NOTE],
    examples: [
      `vezne ledger ${verb} Acme --amount 25000.00 --bank-account "TR33 0006 1005 1978 6457 8413 26" --note "${note}"`,
    ],
  })
    .requiredOption('--amount <amount>', POST_AMOUNT_HELP, amountAboveZero)
    .requiredOption('--bank-account <account>', `${account}, by IBAN or id`)
    .requiredOption('--note <text>', NOTE_HELP)
    .option('--bank-balance <amount>', BANK_BALANCE_HELP, amount)
    .option('--id <id>', POST_ID_HELP)
    .action(
      action(async (nameOrId: string, options: Options) => {
        await post(options, {
          async request({ db }) {
            const { id: partnerId } = await getPartner(db, nameOrId);
            const { id: bankAccountId } = await getBankAccount(db, options.bankAccount);
            const { amount: amountCents, bankBalance: bankBalanceCents } = options;
            return { kind, partnerId, bankAccountId, amountCents, bankBalanceCents };
          },
          ...(kind === 'settled_to_partner'
            ? { sentTo: async ({ db }) => (await getPartner(db, nameOrId)).settlementAccount }
            : {}),
          lines: (id) => [`${amountText(options.amount)} ${done} ${nameOrId}. It is in the books as ${id}.`],
        });
      }),
    );
}
