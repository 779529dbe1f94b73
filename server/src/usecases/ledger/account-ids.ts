import type pg from 'pg';
import { accountKey, signOfDebit } from '@vezne/domain/accounts';
import type { AccountName } from '@vezne/domain/accounts';
import type { Cents } from '@vezne/domain/money';
import { bankMovements } from '@vezne/domain/postings';
import type { Posting } from '@vezne/domain/postings';
import { findLedgerAccountIds } from '../../db/read/ledger-accounts.ts';
import type { StatementOptions } from '../../db/statement.ts';
import type { PlannedMovement, PlannedTransfer } from '../../db/write/ledger/posting-sql.ts';

/** Which row of the ledger each account of the chart is. Rows are never removed, so what was found once stays true. */
export interface AccountIds {
  /** Finds those that aren't known yet, all in one statement. */
  learn(accounts: readonly AccountName[]): Promise<void>;
  idOf(account: AccountName): bigint;
}

export function createAccountIds(pool: pg.Pool, options: StatementOptions): AccountIds {
  const known = new Map<string, bigint>();
  return {
    async learn(accounts) {
      const unknown = new Map<string, AccountName>();
      for (const account of accounts) {
        const key = accountKey(account);
        if (!known.has(key)) unknown.set(key, account);
      }
      if (unknown.size === 0) return;
      const found = await findLedgerAccountIds(pool, [...unknown.values()], options);
      for (const [key, id] of found) known.set(key, id);
    },
    idOf(account) {
      const id = known.get(accountKey(account));
      if (id === undefined) throw new Error(`The ledger has no account ${accountKey(account)}.`);
      return id;
    },
  };
}

export function accountsOfPosting({ transfers }: Posting): AccountName[] {
  return transfers.flatMap(({ debit, credit }) => [debit, credit]);
}

/** A posting as the ledger writes it. The floor is for the account that its first transfer debits. */
export function plannedTransfers(
  ids: AccountIds,
  { kind, transfers }: Posting,
  { causeId, floorCents = null }: { causeId: string; floorCents?: Cents | null },
): PlannedTransfer[] {
  return transfers.map(({ debit, credit, amountCents }, index) => ({
    causeId,
    kind,
    position: index + 1,
    debitAccountId: ids.idOf(debit),
    creditAccountId: ids.idOf(credit),
    amountCents,
    debitDeltaCents: signOfDebit(debit.kind) * amountCents,
    creditDeltaCents: -signOfDebit(credit.kind) * amountCents,
    floorCents: index === 0 ? floorCents : null,
  }));
}

export function plannedMovements({ transfers }: Posting, causeId: string): PlannedMovement[] {
  return bankMovements(transfers).map((movement) => ({ ...movement, causeId }));
}
