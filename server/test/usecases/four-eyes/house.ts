import type { TestContext } from 'node:test';
import type pg from 'pg';
import { commandLineActor, staffAtCommandLine } from '@vezne/domain/actor';
import type { Person } from '@vezne/domain/actor';
import { cents } from '@vezne/domain/money';
import { createDatabase } from '../../../src/db/kysely.ts';
import { findDecisionRows } from '../../../src/db/read/desk/decision-rows.ts';
import { createSealedSecrets } from '../../../src/keys/sealed-secrets.ts';
import { newId } from '../../../src/ids.ts';
import type { CredentialContext } from '../../../src/usecases/admin-context.ts';
import type { Decision, DecisionResult } from '../../../src/usecases/decisions/decision.ts';
import type { Performed } from '../../../src/usecases/four-eyes/act.ts';
import type { OperationRequest } from '../../../src/usecases/ledger/operation.ts';
import { postLedgerOperation } from '../../../src/usecases/ledger/post.ts';
import type { PortalLinkContext } from '../../../src/usecases/partner-people/portal-links.ts';
import type { StaffContext } from '../../../src/usecases/staff/context.ts';
import { takeWithdrawal } from '../../../src/usecases/withdrawals/decide.ts';
import { RefusedError } from '../../../src/usecases/refusal.ts';
import {
  depositMoney,
  depositRow,
  insertRow,
  withdrawalMoney,
  withdrawalRow,
} from '../../db/rows/valid-rows.ts';
import { staffRow } from '../../db/rows/staff-rows.ts';
import { authorise, retry, testDecisions } from '../../harness/desk.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { insertBankAccount, insertPartner, turkishIban } from '../../harness/factories.ts';
import type { TestPartner } from '../../harness/factories.ts';
import { testKeys } from '../../harness/keys.ts';

/** Staff of every house: the first two are administrators. They act at the command line. */
const PEOPLE = ['ayse', 'mehmet', 'zeynep'].map((handle) => ({ id: newId(), handle }));
const [AYSE, MEHMET, ZEYNEP] = PEOPLE.map(staffAtCommandLine) as [Person, Person, Person];
export { AYSE, MEHMET, ZEYNEP };
/** Of old requests only a name is known; and nobody is two by another spelling. */
export const AYSE_SPELT_OTHERWISE = commandLineActor(' AYSE ');

/** What came of an action. A refusal throws. */
export type Outcome = { outcome: 'done' } | { outcome: 'asked'; requestId: string };

/** Everything that somebody at the command line can reach, in one database. */
export interface House {
  owner: pg.Pool;
  pool: pg.Pool;
  worker: pg.Pool;
  console: pg.Pool;
  /** A partner, two enabled accounts, and a balance that covers payouts. */
  partner: TestPartner;
  account: { id: string; iban: string };
  context: (actor: Person) => CredentialContext & StaffContext & PortalLinkContext;
  deposit: (units: number, changes?: Readonly<Record<string, unknown>>) => Promise<string>;
  withdrawal: (units: number, changes?: Readonly<Record<string, unknown>>) => Promise<string>;
  /** A withdrawal that the person has taken. */
  taken: (units: number, by?: Person) => Promise<string>;
  authorised: (units: number, by?: Person, taker?: Person) => Promise<string>;
  decide: (
    id: string,
    make: (start: { transactionId: string; fingerprint: string }) => Decision,
  ) => Promise<Outcome>;
  post: (request: OperationRequest, actor: Person, id?: string) => Promise<Outcome>;
}

export function outcomeOfAct(performed: Performed<unknown>): Outcome {
  return performed.outcome === 'done' ? { outcome: 'done' } : performed;
}

/** `byOwner`: with the rules of the program alone, for people who act at the console and do what it can't do yet. */
export async function openHouse(
  t: TestContext,
  { byOwner = false }: { byOwner?: boolean } = {},
): Promise<House> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const pool = byOwner ? owner : database.pool('vezne_admin');
  for (const { id, handle } of PEOPLE) {
    await insertRow(owner, 'staff', staffRow({ id, handle, roles: ['administrator', 'senior_operator'] }));
  }
  const partner = await insertPartner(owner);
  const account = await insertBankAccount(owner);
  await insertBankAccount(owner);
  await owner.query('update partner set credit_line_cents = 100000000000');
  const decisions = testDecisions(pool);
  let players = 0;

  async function add(row: Readonly<Record<string, unknown>>): Promise<string> {
    players += 1;
    const payout = row['type'] === 'withdrawal' ? { payout_iban: turkishIban(2_000_000 + players) } : {};
    await insertRow(owner, 'transaction', { ...payout, ...row, customer_id: `player-${players}` });
    await owner.query(
      `insert into transaction_step (transaction_id, step_no, trigger, status, stage, actor_kind, actor)
       select id, 1, 'create', status, stage, 'partner', 'shop' from transaction where id = $1`,
      [row['id']],
    );
    return String(row['id']);
  }

  async function decide(...[id, make]: Parameters<House['decide']>): Promise<Outcome> {
    const row = (await findDecisionRows(pool, [id], { timeoutMs: 5_000 })).get(id);
    const result: DecisionResult = await decisions.submit(
      make({ transactionId: id, fingerprint: row?.fingerprint ?? '' }),
    );
    if (result.outcome === 'refused') throw new RefusedError(result.refusal);
    return result.outcome === 'asked' ? result : { outcome: 'done' };
  }

  const house: House = {
    owner,
    pool,
    worker: database.pool('vezne_worker'),
    console: database.pool('vezne_console'),
    partner,
    account,
    context: (actor) => ({
      db: createDatabase(pool),
      actor,
      sealedSecrets: createSealedSecrets(testKeys.secretKeys),
      cell: 'c1',
      consoleUrl: 'https://console.example',
      portalUrl: 'https://portal.example',
    }),
    deposit: async (units, changes = {}) =>
      await add({
        ...depositRow({ partner: { id: partner.id }, bankAccount: account }),
        ...depositMoney({ amountCents: BigInt(units) * 100n }),
        status: 'waiting_confirmation',
        ...changes,
      }),
    withdrawal: async (units, changes = {}) => {
      const { payout_iban: _, ...row } = withdrawalRow({ partner: { id: partner.id } });
      return await add({ ...row, ...withdrawalMoney({ amountCents: BigInt(units) * 100n }), ...changes });
    },
    async taken(units, by = AYSE) {
      const id = await house.withdrawal(units);
      await decide(id, (start) => takeWithdrawal({ ...start, actor: by, bankAccountId: account.id }));
      return id;
    },
    async authorised(units, by = MEHMET, taker = AYSE) {
      const id = await house.taken(units, taker);
      await decide(id, (start) => authorise({ ...start, actor: by }));
      return id;
    },
    decide,
    async post(request, actor, id = newId()) {
      const withBalance = { bankBalanceCents: cents(1_000_000_000n), ...request };
      const posted = await postLedgerOperation(
        { pool, retry },
        { id, request: withBalance, note: 'for the test', actor },
      );
      return posted.outcome === 'posted' ? { outcome: 'done' } : posted;
    },
  };
  return house;
}
