/** Mistakes in the books of what went wrong at a bank. Every posting still balances, so only what really moved shows them. */
import type pg from 'pg';
import { payoutReturned } from '@vezne/domain/postings';
import type { Posting } from '@vezne/domain/postings';
import type { DecisionRow } from '../../server/src/db/read/desk/decision-rows.ts';
import type { Plant } from './people.ts';

interface Misbooked {
  plant?: Plant;
  /** Changes the database before anybody works. */
  spoil?: (owner: pg.Pool) => Promise<void>;
}

export const MISBOOKED = {
  /** What came back is booked as if all of it had come to the account that paid. */
  returns_are_whole: {
    plant: misposted((posting, row) =>
      posting.kind === 'payout_returned' && row.bankAccountId !== null
        ? { ...posting, transfers: payoutReturned({ ...row, bankAccountId: row.bankAccountId }) }
        : posting,
    ),
  },
  /** The database forgets what came back, so the same money may come back again. */
  recoveries_are_not_counted: {
    spoil: async (owner) => await respell(owner, `else new.amount_cents end,`, 'else 0 end,'),
  },
} as const satisfies Record<string, Misbooked>;

export type MisbookedName = keyof typeof MISBOOKED;

function misposted(change: (posting: Posting, row: DecisionRow) => Posting): Plant {
  return (decision) => ({
    ...decision,
    change(row, facts) {
      const changed = decision.change(row, facts);
      if (typeof changed === 'string' || changed.posting === undefined) return changed;
      return { ...changed, posting: change(changed.posting, row) };
    },
  });
}

/** A replacement that replaces nothing would silently make the test blind. */
async function respell(owner: pg.Pool, from: string, to: string): Promise<void> {
  const { rows } = await owner.query<{ text: string }>(
    `select pg_get_functiondef('count_receivable()'::regprocedure) as text`,
  );
  const text = rows[0]?.text ?? '';
  if (!text.includes(from)) throw new Error(`The function has no: ${from}`);
  await owner.query(text.replace(from, to));
}
