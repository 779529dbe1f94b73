import type { Command } from 'commander';
import { maskIban } from '@vezne/domain/iban';
import type { SearchKind } from '@vezne/domain/search-kind';
import { systemClock } from '../../clock.ts';
import { readReferenceCodeKey } from '../../config/keys.ts';
import type { FoundTransaction } from '../../db/read/transactions/found-transactions.ts';
import { toTransactionId } from '../../ids.ts';
import { createReferenceRound } from '../../usecases/deposits/reference-codes.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { IBANS_A_MINUTE, createIbanSearches } from '../../usecases/search/iban-searches.ts';
import { AMOUNT_DAYS, AMOUNT_DAYS_MAX, search } from '../../usecases/search/search.ts';
import type { FoundGroup } from '../../usecases/search/search.ts';
import { action } from '../action.ts';
import { CommandError } from '../command-error.ts';
import { defineChange } from '../define-command.ts';
import { amountText, table, timeText } from '../layout.ts';
import { wholeNumberBetween } from '../option-values.ts';
import { print } from '../output.ts';
import type { Output } from '../output.ts';
import { stateText } from '../refusal-texts.ts';
import { personNamed, withBooks } from '../with-database.ts';

/** What people call them. */
const KIND_TEXTS: Readonly<Record<SearchKind, string>> = {
  id: 'id',
  code: 'reference code',
  iban: 'IBAN of a payout',
  amount: 'amount',
  reference: "partner's reference",
  player_id: 'id of a player',
  user_name: 'user name',
  name: 'name of a player',
};

export function addFind(transaction: Command): void {
  defineChange(transaction, {
    name: 'find <text>',
    description: 'deposits and withdrawals in any state, by whatever is known of them',
    notes: [
      'TEXT is an id, a reference code as people write it, the whole IBAN of a payout, an amount, a partner’s reference, or a player’s id,\n' +
        'user name or name. What it can be is looked up, and each is said. An amount is looked for among what waits, and among what was decided\n' +
        'in the last days. A new player is found by name or user name after a minute or two, when the worker has seen them. It needs\n' +
        'VEZNE_REFERENCE_CODE_KEY, by which the number of a deposit is found.',
      `A whole IBAN is kept in the audit log, shortened, with your name. You can search for ${IBANS_A_MINUTE} a minute.`,
    ],
    examples: [
      'vezne transaction find "7k3f 9xma"',
      'vezne transaction find "ayse isik"',
      'vezne transaction find 1.250,00 --days 31',
    ],
  })
    .option(
      '--days <number>',
      'how far back an amount is looked for among what is decided',
      wholeNumberBetween(1, AMOUNT_DAYS_MAX),
      AMOUNT_DAYS,
    )
    .action(
      action(async (text: string, options: Output & { as?: string; days: number }) => {
        const referenceRound = createReferenceRound(readReferenceCodeKey());
        await withBooks(async ({ db, pool }) => {
          const ibanSearches = createIbanSearches({ pool, clock: systemClock });
          const noteIban = async (iban: string): Promise<void> =>
            await ibanSearches.note(await personNamed({ db }, options), iban);
          const context = { pool, referenceRound, nowMs: systemClock.nowMs(), noteIban };
          const { groups, meant, isOtherKey } = await search(context, { text, days: options.days });
          if (isOtherKey) throw new CommandError(OTHER_KEY);
          const values = {
            text,
            groups: groups.map(({ kind, isMore, since, ...group }) => ({
              kind,
              transactions: transactionsOf(group).map(valuesOf),
              isMore,
              since,
            })),
            meant: meant.map(valuesOf),
          };
          print(options, plainValues(values), [...groups.flatMap(groupLines), ...meantLines(groups, meant)]);
        });
      }),
    );
}

const OTHER_KEY =
  'VEZNE_REFERENCE_CODE_KEY is not the key that the codes were made with. Use the one of the api.';

function transactionsOf({
  transactions,
  players,
}: Pick<FoundGroup, 'transactions' | 'players'>): FoundTransaction[] {
  return [...transactions, ...players.flatMap((player) => player.transactions)];
}

/** For programs, with ids as partners know them. */
function valuesOf({ id, payoutIban, ...values }: FoundTransaction): object {
  return {
    id: toTransactionId(id),
    ...values,
    payoutIban: payoutIban === null ? null : maskIban(payoutIban),
  };
}

function groupLines(group: FoundGroup): string[] {
  const found = transactionsOf(group);
  const { kind, isMore, since } = group;
  const ago = since === null ? '' : `, decided ones since ${timeText(since)}`;
  if (found.length === 0) return [`${KIND_TEXTS[kind]}: nothing${ago}`];
  const more = isMore ? ['There are more. Write more of it.'] : [];
  return [`${KIND_TEXTS[kind]}${ago}:`, ...transactionTable(found), ...more, ''];
}

function meantLines(groups: readonly FoundGroup[], meant: readonly FoundTransaction[]): string[] {
  if (meant.length > 0)
    return ['No deposit has this code. Did you mean one of these?', ...transactionTable(meant)];
  return groups.length === 0 ? ['Nothing of ours is written like this.'] : [];
}

function transactionTable(rows: readonly FoundTransaction[]): string[] {
  return table(
    ['id', 'type', 'created', 'amount', 'state', 'code', 'player', 'partner', 'reference'],
    rows.map((row) => [
      toTransactionId(row.id),
      row.type,
      timeText(row.createdAt),
      amountText(row.actualAmountCents ?? row.amountCents),
      stateText(row),
      row.referenceCode ?? '-',
      row.customerFullName,
      row.partnerName,
      row.externalReference,
    ]),
  );
}
