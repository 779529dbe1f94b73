/** A desk's payouts: in every stage, and with everything that an operator has to read. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Person } from '@vezne/domain/actor';
import { cents } from '@vezne/domain/money';
import { PAYOUT_MARKS } from '@vezne/domain/payout-marks';
import type pg from 'pg';
import { findDecisionRows } from '../../server/src/db/read/desk/decision-rows.ts';
import type { Decision } from '../../server/src/usecases/decisions/decision.ts';
import {
  approveWithdrawal,
  authoriseWithdrawal,
  rejectWithdrawal,
  releaseWithdrawal,
  takeWithdrawal,
} from '../../server/src/usecases/withdrawals/decide.ts';
import { recordPart } from '../../server/src/usecases/withdrawals/send.ts';
import { insertRow, withdrawalMoney, withdrawalRow } from '../../server/test/db/rows/valid-rows.ts';
import { AYSE, testDecisions } from '../../server/test/harness/desk.ts';
import { insertBankAccount, insertPartner } from '../../server/test/harness/factories.ts';

export interface PayoutOptions {
  name?: string;
  holder?: string;
  username?: string;
  customerId?: string;
  bank?: string;
  iban?: string;
  amountCents?: bigint;
  minutesAgo?: number;
  reference?: string;
  /** Our answer may not have reached the partner. */
  isAnswerUnconfirmed?: boolean;
}

export interface PayoutMorning {
  partnerId: string;
  accountId: string;
  queued: (options?: PayoutOptions) => Promise<string>;
  taken: (options?: PayoutOptions, by?: Person) => Promise<string>;
  authorised: (options?: PayoutOptions, by?: Person) => Promise<string>;
  /** Half of it is sent. */
  halfSent: (options?: PayoutOptions, by?: Person) => Promise<string>;
  paid: (options?: PayoutOptions, by?: Person) => Promise<string>;
  rejected: (options?: PayoutOptions) => Promise<string>;
  /** Back into the queue, and taken by somebody else. */
  retaken: (id: string, by: Person, next: Person) => Promise<void>;
}

/** What the bank shows. The books of a test hold nothing. */
const AT_THE_BANK = cents(900_000_000n);
const LARGE = 100_000_000_000n;

let references = 0;

/** A partner with credit, and accounts whose books may lag far behind their bank. */
export async function openPayouts(owner: pg.Pool, partnerName = 'Kuzey Spor'): Promise<PayoutMorning> {
  const partner = await insertPartner(owner);
  await owner.query('update partner set name = $2, credit_line_cents = $3 where id = $1', [
    partner.id,
    partnerName,
    LARGE,
  ]);
  const account = await insertBankAccount(owner);
  await owner.query('update bank_account set tolerance_cents = $2 where id = $1', [account.id, LARGE]);
  const decisions = testDecisions(owner);
  const see = async (id: string): Promise<string> =>
    (await findDecisionRows(owner, [id], { timeoutMs: 5_000 })).get(id)?.fingerprint ?? '';
  const submit = async (decision: Decision): Promise<void> => {
    const result = await decisions.submit(decision);
    assert.equal(result.outcome, 'made', JSON.stringify(result));
  };
  const morning: PayoutMorning = {
    partnerId: partner.id,
    accountId: account.id,
    async retaken(transactionId, by, next) {
      await submit(releaseWithdrawal({ transactionId, actor: by }));
      await submit(
        takeWithdrawal({ transactionId, actor: next, bankAccountId: account.id, marksRead: PAYOUT_MARKS }),
      );
    },
    async queued({
      name = 'Ayşe Işık',
      holder = name,
      username = 'ayseisik',
      customerId = `player-${randomUUID()}`,
      bank = 'Yapı Kredi',
      iban,
      amountCents = 100_000n,
      minutesAgo = 0,
      reference,
      isAnswerUnconfirmed = false,
    } = {}) {
      const row = {
        ...withdrawalRow({ partner: { id: partner.id } }),
        ...withdrawalMoney({ amountCents }),
        customer_id: customerId,
        customer_username: username,
        customer_full_name: name,
        payout_holder_name: holder,
        payout_bank_name: bank,
        payout_iban: iban ?? nextIban(),
        ...(reference === undefined ? {} : { external_reference: reference }),
      };
      const id = String(row['id' as keyof typeof row]);
      await insertRow(owner, 'transaction', row);
      await owner.query(
        `insert into transaction_step (transaction_id, step_no, trigger, status, stage, actor_kind, actor)
         values ($1, 1, 'create', 'waiting_confirmation', 'queued', 'partner', 'shop')`,
        [id],
      );
      await owner.query(
        `update open_transaction set waiting_since = now() - make_interval(mins => $2) where transaction_id = $1`,
        [id, minutesAgo],
      );
      if (isAnswerUnconfirmed)
        await owner.query(`insert into unconfirmed_answer (transaction_id, created_at) values ($1, now())`, [
          id,
        ]);
      return id;
    },
    async taken(options, by = AYSE) {
      const transactionId = await morning.queued(options);
      await submit(
        takeWithdrawal({
          transactionId,
          actor: by,
          bankAccountId: account.id,
          marksRead: PAYOUT_MARKS,
        }),
      );
      return transactionId;
    },
    async authorised(options, by = AYSE) {
      const transactionId = await morning.taken(options, by);
      await submit(
        authoriseWithdrawal({
          transactionId,
          fingerprint: await see(transactionId),
          actor: by,
          marksRead: PAYOUT_MARKS,
          bankBalanceCents: AT_THE_BANK,
        }),
      );
      return transactionId;
    },
    async halfSent(options, by = AYSE) {
      const transactionId = await morning.authorised(options, by);
      await submit(
        recordPart({
          transactionId,
          fingerprint: await see(transactionId),
          actor: by,
          amountCents: cents((options?.amountCents ?? 100_000n) / 2n),
          bankReference: `FST-${(references += 1)}`,
        }),
      );
      return transactionId;
    },
    async paid(options, by = AYSE) {
      const transactionId = await morning.authorised(options, by);
      await submit(
        approveWithdrawal({
          transactionId,
          fingerprint: await see(transactionId),
          actor: by,
          bankReference: `FST2026-${(references += 1)}`,
        }),
      );
      return transactionId;
    },
    async rejected(options) {
      const transactionId = await morning.queued(options);
      await submit(
        rejectWithdrawal({
          transactionId,
          fingerprint: await see(transactionId),
          actor: AYSE,
          reasonCode: 'account_closed',
          note: null,
        }),
      );
      return transactionId;
    },
  };
  return morning;
}

let ibans = 0;

/** A valid Turkish IBAN, each time another one. */
function nextIban(): string {
  const rest = `00067${String((ibans += 1)).padStart(17, '0')}`;
  // 98 minus the remainder of the number with "TR00" behind it, T = 29 and R = 27.
  const check = 98n - (BigInt(`${rest}292700`) % 97n);
  return `TR${String(check).padStart(2, '0')}${rest}`;
}

/** As the pictures show it. */
export async function fillPayouts(
  owner: pg.Pool,
): Promise<
  Record<
    'queuedId' | 'markedId' | 'takenId' | 'authorisedId' | 'halfId' | 'paidId' | 'rejectedId' | 'plainId',
    string
  >
> {
  const north = await openPayouts(owner);
  const blue = await openPayouts(owner, 'Mavi Oyun');
  const shared = nextIban();
  const markedId = await north.queued({
    name: 'Cem Aksoy',
    holder: 'Ceren Aksoy',
    username: 'cemaksoy35',
    amountCents: 6_000_000n,
    minutesAgo: 26,
    reference: 'KS-77410',
    isAnswerUnconfirmed: true,
    iban: shared,
  });
  await blue.paid({ name: 'Kerem Tan', iban: shared, amountCents: 40_000n });
  const tugba = { name: 'Tuğba Erkoç', username: 'tugbae', customerId: 'player-tugba' };
  await blue.paid({ ...tugba, amountCents: 200_000n });
  const queuedId = await blue.queued({ ...tugba, amountCents: 450_000n, bank: 'Enpara', minutesAgo: 34 });
  await blue.queued({ ...tugba, amountCents: 450_000n, bank: 'Enpara', minutesAgo: 3 });
  const plainId = await blue.queued({
    name: 'Volkan Ateş',
    username: 'volkan',
    amountCents: 1_250_000n,
    minutesAgo: 12,
    reference: 'MO-20418',
  });
  await north.queued({
    name: 'Uğur Çakır',
    username: 'ugurc',
    amountCents: 80_000n,
    minutesAgo: 9,
    bank: 'QNB',
  });
  await blue.queued({
    name: 'Pınar Özgür',
    username: 'pinaro',
    amountCents: 210_000n,
    minutesAgo: 4,
    bank: 'Garanti',
  });
  const takenId = await blue.taken({
    name: 'Hakan Sönmez',
    username: 'hakans',
    amountCents: 640_000n,
    minutesAgo: 15,
  });
  const authorisedId = await blue.authorised({
    name: 'Levent Yıldırım',
    username: 'leventy',
    amountCents: 2_800_000n,
    minutesAgo: 41,
    bank: 'Akbank',
    reference: 'MO-20377',
  });
  const halfId = await north.halfSent({
    name: 'Melek Uzun',
    username: 'melek',
    amountCents: 975_000n,
    minutesAgo: 15,
  });
  const paidId = await north.paid({
    name: 'Derya Gündoğdu',
    username: 'deryag',
    amountCents: 320_000n,
    reference: 'KS-77352',
  });
  const rejectedId = await north.rejected({ name: 'Nazlı Güven', username: 'nazlig' });
  return { queuedId, markedId, takenId, authorisedId, halfId, paidId, rejectedId, plainId };
}
