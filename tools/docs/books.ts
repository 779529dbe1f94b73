/** Books in memory that follow the domain's own rules, so no example figure is typed by hand. */
import { accountKey, signOfDebit } from '@vezne/domain/accounts';
import type { AccountName } from '@vezne/domain/accounts';
import { ZERO_CENTS, addCents, cents, subtractCents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import type { Transfer } from '@vezne/domain/postings';

export interface Entry {
  readonly account: AccountName;
  readonly entryNo: number;
  /** In the account's normal sign. */
  readonly amountCents: Cents;
  readonly balanceAfterCents: Cents;
}

export interface Change {
  readonly account: AccountName;
  readonly beforeCents: Cents;
  readonly afterCents: Cents;
}

export class Books {
  readonly #balances = new Map<string, Cents>();
  readonly #counts = new Map<string, number>();

  balance(account: AccountName): Cents {
    return this.#balances.get(accountKey(account)) ?? ZERO_CENTS;
  }

  /** Writes the two entries of each transfer. */
  post(transfers: readonly Transfer[]): Entry[] {
    return transfers.flatMap(({ debit, credit, amountCents }) => [
      this.#enter(debit, cents(signOfDebit(debit.kind) * amountCents)),
      this.#enter(credit, cents(-signOfDebit(credit.kind) * amountCents)),
    ]);
  }

  /** Posts, and returns the effect on each account it touched. */
  change(transfers: readonly Transfer[]): Change[] {
    const accounts = accountsOf(transfers);
    const before = accounts.map((account) => this.balance(account));
    this.post(transfers);
    return accounts.map((account, index) => ({
      account,
      beforeCents: before[index] ?? ZERO_CENTS,
      afterCents: this.balance(account),
    }));
  }

  #enter(account: AccountName, amountCents: Cents): Entry {
    const key = accountKey(account);
    const balanceAfterCents = addCents(this.balance(account), amountCents);
    const entryNo = (this.#counts.get(key) ?? 0) + 1;
    this.#balances.set(key, balanceAfterCents);
    this.#counts.set(key, entryNo);
    return { account, entryNo, amountCents, balanceAfterCents };
  }
}

/** In the order in which the transfers name them, without duplicates. */
export function accountsOf(transfers: readonly Transfer[]): AccountName[] {
  const named = transfers.flatMap(({ debit, credit }) => [debit, credit]);
  return [...new Map(named.map((account) => [accountKey(account), account])).values()];
}

export function changeCents({ beforeCents, afterCents }: Change): Cents {
  return subtractCents(afterCents, beforeCents);
}
