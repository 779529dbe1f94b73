/** A desk's morning: deposits that wait, with everything that an operator can meet among them. */
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { cents } from '@vezne/domain/money';
import { referenceCodeAt } from '@vezne/domain/reference-code';
import type pg from 'pg';
import { findDecisionRows } from '../../server/src/db/read/desk/decision-rows.ts';
import type { Decision } from '../../server/src/usecases/decisions/decision.ts';
import { correctDeposit } from '../../server/src/usecases/deposits/correct.ts';
import { approveDeposit, rejectDeposit } from '../../server/src/usecases/deposits/decide.ts';
import { createReferenceRound } from '../../server/src/usecases/deposits/reference-codes.ts';
import { depositMoney, depositRow, insertRow } from '../../server/test/db/rows/valid-rows.ts';
import { AYSE, testDecisions } from '../../server/test/harness/desk.ts';
import { insertBankAccount, insertPartner } from '../../server/test/harness/factories.ts';
import { testKeys } from '../../server/test/harness/keys.ts';

export interface WaitingOptions {
  name?: string;
  username?: string;
  amountCents?: bigint;
  minutesAgo?: number;
  /** Who sent it, as the player says. */
  sender?: string;
  receipt?: { mediaType: string; content: Buffer };
  /** A freeze moved it from another account. */
  isMoved?: boolean;
  code?: string;
  /** The partner's. */
  reference?: string;
}

export interface Morning {
  partnerId: string;
  accountId: string;
  /** A deposit that waits for an operator. Returns its id. */
  waiting: (options?: WaitingOptions) => Promise<string>;
  /** One whose player has not pressed the button yet. */
  unpaid: (options?: WaitingOptions) => Promise<string>;
  /** One whose player never pressed the button. */
  expired: (options?: WaitingOptions) => Promise<string>;
  /** One that an operator saw the money of, all of it. */
  approved: (options?: WaitingOptions) => Promise<string>;
  /** One that somebody has asked to correct to this amount. */
  correcting: (actualCents: bigint, options?: WaitingOptions) => Promise<string>;
  /** One whose money came and was refused. */
  refused: (options?: WaitingOptions & { moneyCents?: bigint }) => Promise<string>;
}

/** The smallest PNG that browsers draw: one grey point. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGN4BgAA9gD1H2yoqgAAAABJRU5ErkJggg==',
  'base64',
);

export async function openMorning(
  owner: pg.Pool,
  { partnerName = 'Mavi Oyun' }: { partnerName?: string } = {},
): Promise<Morning> {
  const partner = await insertPartner(owner);
  await owner.query('update partner set name = $2 where id = $1', [partner.id, partnerName]);
  const account = await insertBankAccount(owner);
  let players = 0;
  const decisions = testDecisions(owner);
  const see = async (id: string): Promise<string> =>
    (await findDecisionRows(owner, [id], { timeoutMs: 5_000 })).get(id)?.fingerprint ?? '';
  const submit = async (decision: Decision): Promise<void> => {
    const result = await decisions.submit(decision);
    assert.equal(result.outcome, 'made', JSON.stringify(result));
  };
  const morning: Morning = {
    partnerId: partner.id,
    accountId: account.id,
    async unpaid(options) {
      const id = await morning.waiting(options);
      await owner.query(
        `update transaction set status = 'waiting_payment', expires_at = now() + interval '18 minutes' where id = $1`,
        [id],
      );
      await owner.query(`update transaction_step set status = 'waiting_payment' where transaction_id = $1`, [
        id,
      ]);
      return id;
    },
    async expired(options) {
      const id = await morning.waiting(options);
      await owner.query(
        `update transaction set status = 'rejected', reason_code = 'expired', decided_at = now(), step_count = 2,
           commission_cents = 0, net_amount_cents = 0, player_amount_cents = 0, balance_impact_cents = 0 where id = $1`,
        [id],
      );
      await owner.query(
        `insert into transaction_step (transaction_id, step_no, trigger, status, stage, actor_kind, actor)
         values ($1, 2, 'expire', 'rejected', null, 'system', 'expiry')`,
        [id],
      );
      return id;
    },
    async approved(options) {
      const id = await morning.waiting(options);
      const actualCents = cents(options?.amountCents ?? 100_000n);
      await submit(
        approveDeposit({ transactionId: id, fingerprint: await see(id), actor: AYSE, actualCents }),
      );
      return id;
    },
    async correcting(actualCents, options) {
      const id = await morning.approved(options);
      const result = await decisions.submit(
        correctDeposit({
          transactionId: id,
          fingerprint: await see(id),
          actor: AYSE,
          actualCents: cents(actualCents),
          note: 'Bir hane fazla yazılmış',
        }),
      );
      assert.equal(result.outcome, 'asked', JSON.stringify(result));
      return id;
    },
    async refused({ moneyCents = 95_000n, ...options } = {}) {
      const id = await morning.waiting(options);
      const moneySeen = { amountCents: cents(moneyCents), bankAccountId: account.id };
      await submit(
        rejectDeposit({ transactionId: id, actor: AYSE, reasonCode: 'amount_mismatch', moneySeen }),
      );
      return id;
    },
    async waiting({
      name = 'Ayşe Işık',
      username,
      amountCents = 100_000n,
      minutesAgo = 0,
      sender,
      receipt,
      isMoved = false,
      code,
      reference,
    } = {}) {
      players += 1;
      const before = isMoved ? (await insertBankAccount(owner)).id : null;
      const row = {
        ...depositRow({ partner: { id: partner.id }, bankAccount: { id: account.id } }),
        ...depositMoney({ amountCents }),
        status: 'waiting_confirmation',
        customer_id: `player-${players}-${randomUUID()}`,
        customer_username: username ?? `player${players}`,
        customer_full_name: name,
        previous_bank_account_id: before,
        ...(code === undefined ? {} : { reference_code: code }),
        ...(reference === undefined ? {} : { external_reference: reference }),
      };
      const id = String(row['id' as keyof typeof row]);
      await insertRow(owner, 'transaction', row);
      await owner.query(
        `insert into transaction_step (transaction_id, step_no, trigger, status, stage, actor_kind, actor)
         values ($1, 1, 'create', 'waiting_confirmation', null, 'partner', 'shop')`,
        [id],
      );
      await owner.query(
        `update open_transaction set waiting_since = now() - make_interval(mins => $2) where transaction_id = $1`,
        [id, minutesAgo],
      );
      if (sender !== undefined) {
        await insertRow(owner, 'sender_detail', {
          transaction_id: id,
          sender_name: sender,
          iban_last_four: '1326',
          sent_at: new Date(),
          created_at: new Date(),
          updated_at: new Date(),
        });
      }
      if (receipt !== undefined) {
        await insertRow(owner, 'receipt', {
          id: randomUUID(),
          transaction_id: id,
          receipt_no: 1,
          content: receipt.content,
          media_type: receipt.mediaType,
          sha256: createHash('sha256').update(receipt.content).digest(),
          created_at: new Date(),
        });
      }
      return id;
    },
  };
  return morning;
}

const round = createReferenceRound(testKeys.referenceCodeKey);

/** A right code, as the api would make it of this number. */
export function codeOfNumber(number: number): string {
  return referenceCodeAt(number, round);
}

const NAMES = [
  'Mehmet Karagöz',
  'Zeynep Çağlayan',
  'Hüseyin Avni Öztürk',
  'Gülşah Ünal',
  'Ömer Faruk Şahin',
  'İrem Yıldız',
  'Kadir Çetinkaya',
  'Sevgi Aydın',
  'Okan Güneş',
  'Büşra Koç',
  'Ali İhsan Doğan',
  'Nurcan Şimşek',
  'Emre Bozkurt',
  'Fatma Nur Erdoğan',
  'Serkan Polat',
];

/** As the pictures show it: a third-party sender on top, one above the four-eyes amount, one that a freeze moved, receipts. */
export async function fillMorning(
  owner: pg.Pool,
): Promise<
  Record<'firstId' | 'twoId' | 'movedId' | 'expiredId' | 'refusedId' | 'approvedId' | 'correctingId', string>
> {
  const blue = await openMorning(owner);
  const north = await openMorning(owner, { partnerName: 'Kuzey Spor' });
  const firstId = await blue.waiting({
    name: 'Ayşe Işık',
    username: 'ayseisik',
    minutesAgo: 14,
    sender: 'Ayhan Işık',
    receipt: { mediaType: 'image/png', content: PNG },
    code: 'K7M39RXP',
  });
  for (const [index, name] of NAMES.entries()) {
    const { waiting } = index % 3 === 1 ? north : blue;
    await waiting({
      name,
      username: `player-${index}`,
      minutesAgo: Math.max(13 - index, 1),
      amountCents: BigInt((index * 37) % 50) * 10_000n + 25_000n,
      ...(index % 5 === 3 && { receipt: { mediaType: 'image/png', content: PNG } }),
    });
  }
  const twoId = await blue.waiting({
    name: 'Muhammed Emin Karaosmanoğlu',
    username: 'memink',
    amountCents: 6_500_000n,
    sender: 'M Emin Karaosmanoglu',
    minutesAgo: 2,
  });
  const movedId = await north.waiting({ name: 'Nazlı Güven', isMoved: true, minutesAgo: 1 });
  const expiredId = await blue.expired({ name: 'Ceren Aksoy', username: 'cerena', code: codeOfNumber(11) });
  const refusedId = await blue.refused({ name: 'Tolga Arslan', username: 'tolga', code: codeOfNumber(12) });
  const approvedId = await north.approved({
    name: 'Nazlı Güven',
    username: 'nazlig',
    code: codeOfNumber(13),
  });
  const correctingId = await blue.correcting(95_000n, { name: 'Emre Bozkurt', username: 'emreb' });
  return { firstId, twoId, movedId, expiredId, refusedId, approvedId, correctingId };
}
