import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import { pino } from 'pino';
import type { Person } from '@vezne/domain/actor';
import { cents } from '@vezne/domain/money';
import { systemClock } from '../../src/clock.ts';
import { findDecisionRows } from '../../src/db/read/desk/decision-rows.ts';
import type { DecisionRow } from '../../src/db/read/desk/decision-rows.ts';
import { createDecisions } from '../../src/usecases/decisions/decisions.ts';
import type { Decisions } from '../../src/usecases/decisions/decisions.ts';
import type { Decision, DecisionResult } from '../../src/usecases/decisions/decision.ts';
import { createRetryUntilSettled } from '../../src/db/retry-until-settled.ts';
import type { RetryUntilSettled } from '../../src/db/retry-until-settled.ts';
import {
  depositRow,
  insertRow,
  withdrawalMoney,
  withdrawalRow,
  depositMoney,
} from '../db/rows/valid-rows.ts';
import { createTestDatabase } from './database.ts';
import type { TestDatabase } from './database.ts';
import { authoriseWithdrawal } from '../../src/usecases/withdrawals/decide.ts';
import type { Authorisation } from '../../src/usecases/withdrawals/decide.ts';
import { insertBankAccount, insertPartner, turkishIban } from './factories.ts';
import type { PartnerOptions, TestPartner } from './factories.ts';
import { signedIn } from './signed-in.ts';

export const staff = (name: string): Person => signedIn({ id: name, name });
export const AYSE: Person = staff('ayse');
export const MEHMET: Person = staff('mehmet');

/** Operators at work on their own database, with a partner and an account that can pay. */
export interface Desk {
  database: TestDatabase;
  owner: pg.Pool;
  decisions: Decisions;
  partner: TestPartner;
  bankAccount: { id: string; iban: string };
  /** A deposit in waiting_confirmation, or in the given status; returns its id. */
  deposit(options?: { amountCents?: bigint; status?: string; partnerId?: string }): Promise<string>;
  withdrawal(options?: { amountCents?: bigint; partnerId?: string }): Promise<string>;
  see(transactionId: string): Promise<DecisionRow>;
  /** Decides on the transaction as it is now. */
  decide(make: (fingerprint: string) => Decision, transactionId: string): Promise<DecisionResult>;
}

const log = pino({ level: 'silent' });
export const retry: RetryUntilSettled = createRetryUntilSettled({ clock: systemClock, log, boundMs: 10_000 });

export function testDecisions(pool: pg.Pool): Decisions {
  return createDecisions({ pool, log, retry });
}

export async function openDesk(t: TestContext, options: PartnerOptions = {}): Promise<Desk> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const partner = await insertPartner(owner, options);
  const bankAccount = await insertBankAccount(owner);
  const consolePool = database.pool('vezne_console');
  const decisions = testDecisions(consolePool);
  const terms = { mode: options.mode ?? 'deduct_from_amount' } as const;
  const see = async (id: string): Promise<DecisionRow> => {
    const row = (await findDecisionRows(consolePool, [id], { timeoutMs: 5_000 })).get(id);
    if (row === undefined) throw new Error(`There is no transaction ${id}.`);
    return row;
  };
  let players = 0;
  /** Each has a player of its own: what one hand decides for a player adds up over the day. */
  const add = async (row: Readonly<Record<string, unknown>>): Promise<string> => {
    players += 1;
    const customer = { customer_id: `player-${players}` };
    const payout = row['type'] === 'withdrawal' ? { payout_iban: turkishIban(PAYOUT_IBANS + players) } : {};
    await insertRow(owner, 'transaction', { ...row, ...customer, ...payout });
    await owner.query(
      `insert into transaction_step (transaction_id, step_no, trigger, status, stage, actor_kind, actor)
       select id, 1, 'create', status, stage, 'partner', 'shop' from transaction where id = $1`,
      [row['id']],
    );
    return String(row['id']);
  };
  return {
    database,
    owner,
    decisions,
    partner,
    bankAccount,
    see,
    async deposit({ amountCents = 100_000n, status = 'waiting_confirmation', partnerId = partner.id } = {}) {
      const row = depositRow({ partner: { id: partnerId }, bankAccount });
      return await add({ ...row, ...depositMoney({ amountCents, terms }), status });
    },
    async withdrawal({ amountCents = 100_000n, partnerId = partner.id } = {}) {
      const row = withdrawalRow({ partner: { id: partnerId } });
      return await add({ ...row, ...withdrawalMoney({ amountCents, terms }) });
    },
    decide: async (make, id) => await decisions.submit(make((await see(id)).fingerprint)),
  };
}

/** Above the numbers of our own accounts. */
const PAYOUT_IBANS = 1_000_000;

let sightings = 0;

/** What an operator saw at the bank, each time another transfer of the usual player. */
export function sighting(): { bankReference: string; senderSeen: string } {
  return { bankReference: `F-${(sightings += 1)}`, senderSeen: 'AYSE ISIK' };
}

/** Authorises although the books of a test hold nothing: the bank shows plenty. */
export function authorise(input: Authorisation): Decision {
  return authoriseWithdrawal({ bankBalanceCents: cash(10_000_000), ...input });
}

export const cash = (units: number): ReturnType<typeof cents> => cents(BigInt(units) * 100n);
export const nowhere = (): string => randomUUID();
