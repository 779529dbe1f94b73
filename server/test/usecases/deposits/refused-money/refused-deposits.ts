import assert from 'node:assert/strict';
import type { Person } from '@vezne/domain/actor';
import { newId } from '../../../../src/ids.ts';
import { confirmRequest } from '../../../../src/usecases/confirmation/confirm.ts';
import type { Decisions } from '../../../../src/usecases/decisions/decisions.ts';
import { approveDeposit, rejectDeposit } from '../../../../src/usecases/deposits/decide.ts';
import { enterLateMoney } from '../../../../src/usecases/deposits/late-money.ts';
import type { OperationRequest } from '../../../../src/usecases/ledger/operation.ts';
import { postLedgerOperation } from '../../../../src/usecases/ledger/post.ts';
import { reSumLedger } from '../../../../src/usecases/ledger/re-sum.ts';
import { confirmContext } from '../../../harness/by-two.ts';
import { turkishIban } from '../../../harness/factories.ts';
import { AYSE, MEHMET, cash, retry, sighting, staff } from '../../../harness/desk.ts';
import type { Desk } from '../../../harness/desk.ts';
import { assertBooksHold } from '../../../harness/ledger.ts';
import { resultOrCode } from '../../../harness/refusals.ts';

export const SENDER_IBAN = turkishIban(7_000_001);
export const PLENTY = { bankBalanceCents: cash(1_000_000) };

/** A deposit of 1,000.00 that is rejected although this much came. */
export async function refusedDeposit(desk: Desk, units: number, seen: object = {}): Promise<string> {
  const id = await desk.deposit();
  const reject = rejectDeposit({
    transactionId: id,
    actor: AYSE,
    reasonCode: 'duplicate',
    moneySeen: { amountCents: cash(units), bankAccountId: desk.bankAccount.id },
    ...seen,
  });
  assert.equal((await desk.decisions.submit(reject)).outcome, 'made');
  return id;
}

export type Late = Omit<Parameters<typeof enterLateMoney>[1], 'actor' | 'amountCents'>;

export async function enter(desk: Desk, late: Late, units: number): Promise<string> {
  const pool = desk.database.pool('vezne_console');
  return await resultOrCode(enterLateMoney(pool, { actor: AYSE, amountCents: cash(units), ...late }));
}

/** Made, or the code of the refusal. By another person than the one who refuses. */
export async function approve(
  desk: Desk,
  id: string,
  units: number,
  { decisions = desk.decisions, ...more }: { decisions?: Decisions; [key: string]: unknown } = {},
): Promise<string> {
  const approval = (fingerprint: string) =>
    approveDeposit({
      transactionId: id,
      fingerprint,
      actor: MEHMET,
      actualCents: cash(units),
      ...sighting(),
      ...more,
    });
  const result = await decisions.submit(approval((await desk.see(id)).fingerprint));
  return result.outcome === 'refused' ? result.refusal.code : result.outcome;
}

/** Mehmet asks, and somebody else confirms. */
export async function approveByTwo(desk: Desk, id: string, units: number): Promise<void> {
  assert.equal(await approve(desk, id, units), 'asked');
  const { rows } = await desk.owner.query<{ id: string }>(
    `select id from second_person_request where subject_id = $1 and status = 'open'`,
    [id],
  );
  const context = confirmContext(desk.database.pool('vezne_console'), staff('zeynep'));
  await confirmRequest(context, rows[0]?.id ?? '');
}

export async function ask(
  desk: Desk,
  request: Pick<OperationRequest, 'amountCents'> &
    Partial<Pick<OperationRequest, 'iban' | 'bankBalanceCents'>> & {
      refusedTransactionId: string;
      bankAccountId?: string;
    },
  { id = newId(), actor = AYSE }: { id?: string; actor?: Person } = {},
): Promise<string> {
  const pool = desk.database.pool('vezne_console');
  const posted = await postLedgerOperation(
    { pool, retry },
    {
      id,
      request: {
        kind: 'returned_to_sender',
        bankAccountId: desk.bankAccount.id,
        iban: SENDER_IBAN,
        ...PLENTY,
        ...request,
      },
      note: 'for the test',
      actor,
    },
  );
  return posted.outcome === 'asked' ? posted.requestId : `posted ${posted.operationId}`;
}

export async function confirm(desk: Desk, requestId: string, senderIban?: string): Promise<unknown> {
  const context = confirmContext(desk.database.pool('vezne_console'), MEHMET);
  return await confirmRequest({ ...context, senderIban }, requestId);
}

/** Why an approval by this person takes two. Nothing is asked. */
export async function reasonsOf(desk: Desk, id: string, actor: Person): Promise<unknown> {
  const row = await desk.see(id);
  const { fingerprint } = row;
  const approval = { transactionId: id, fingerprint, actor, actualCents: cash(300), ...sighting() };
  const change = approveDeposit(approval).change(row, {});
  return typeof change === 'string' ? change : change.twoPeople;
}

export async function openOf(desk: Desk, id: string): Promise<bigint | undefined> {
  const { rows } = await desk.owner.query<{ open: bigint }>(
    'select open_cents as open from refused_money where transaction_id = $1',
    [id],
  );
  return rows[0]?.open;
}

export async function assertIntact(desk: Desk): Promise<void> {
  await assertBooksHold(desk.owner);
  const broken = (await reSumLedger(desk.owner)).filter(({ differences }) => differences.length > 0);
  assert.deepEqual(broken, []);
}
