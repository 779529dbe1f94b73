import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { newId } from '../../../src/ids.ts';
import { decidedAloneRow, requestRow } from './four-eyes-rows.ts';
import type pg from 'pg';
import { depositAmounts, withdrawalAmounts } from '@vezne/domain/commission';
import type { Terms } from '@vezne/domain/commission';
import { cents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { REFERENCE_CODE_ALPHABET } from '@vezne/domain/reference-code';
import { SETTLEMENT_IBAN, newReference, turkishIban } from '../../harness/factories.ts';
import { keyHolderRow, keyRow } from './key-rows.ts';
import { makeRefusedMoney } from './refused-rows.ts';
import { insertRow, nextNumber } from './row.ts';
import type { Row } from './row.ts';
import { makeBooks } from './ledger-rows.ts';
import type { Books } from './ledger-rows.ts';
import { makePayoutRows } from './payout-rows.ts';
import type { PayoutRows } from './payout-rows.ts';
import { makeSenderRows } from './sender-rows.ts';
import type { SenderRows } from './sender-rows.ts';
import { makeWebhooks } from './webhook-rows.ts';
import type { Webhooks } from './webhook-rows.ts';

export { insertRow, nextNumber } from './row.ts';
export type { Row } from './row.ts';

/** One row of each table, which new rows can point to and collide with. */
export interface World {
  settings: Row;
  partner: Row;
  logo: Row;
  terms: Row;
  credential: Row;
  blockedPlayer: Row;
  blockedIban: Row;
  bankAccount: Row;
  bankAccountDay: Row;
  /** Of the bank account; the spare one has none. */
  freeze: Row;
  freezeTarget: Row;
  deposit: Row;
  /** The others are older than the numbers of codes. */
  numberedDeposit: Row;
  player: Row;
  playerName: Row;
  withdrawal: Row;
  step: Row;
  unconfirmedAnswer: Row;
  event: Row;
  auditEntry: Row;
  auditSeal: Row;
  checkpoint: Row;
  request: Row;
  decidedAlone: Row;
  key: Row;
  books: Books;
  webhooks: Webhooks;
  sender: SenderRows;
  payout: PayoutRows;
  /** Of the late deposit. */
  refusedMoney: Row;
  /** These two have no rows in the books yet. In production none is like that. */
  spareBankAccount: Row;
  sparePartner: Row;
  /** Waits with the reference of the deposit. */
  lateDeposit: Row;
  arrival: Row;
  sentTransfer: Row;
  operationTransfer: Row;
  operationMovement: Row;
}

export async function makeWorld(owner: pg.Pool): Promise<World> {
  const partner = partnerRow();
  const bankAccount = bankAccountRow();
  const deposit = depositRow({ partner, bankAccount });
  const withdrawal = withdrawalRow({ partner });
  const withdrawalStep = {
    ...stepRow({ deposit: withdrawal }),
    status: 'waiting_confirmation',
    stage: 'queued',
  };
  const spareBankAccount = bankAccountRow();
  const targetAccount = bankAccountRow();
  const sparePartner = partnerRow();
  const world = {
    settings: settingsRow(),
    partner,
    logo: logoRow({ partner }),
    terms: termsRow({ partner }),
    credential: credentialRow({ partner }),
    blockedPlayer: blockedPlayerRow({ partner }),
    blockedIban: blockedIbanRow(),
    bankAccount,
    bankAccountDay: bankAccountDayRow({ bankAccount }),
    freeze: freezeRow(bankAccount),
    freezeTarget: freezeTargetRow({ frozen: bankAccount, target: targetAccount }),
    deposit,
    withdrawal,
    step: {
      ...stepRow({ deposit }),
      said: JSON.stringify({ bankAccountId: bankAccount['id'], bankReference: 'F-1' }),
    },
    unconfirmedAnswer: { transaction_id: withdrawal['id'], created_at: new Date() },
    event: {
      ...eventRow({ deposit: withdrawal, step: withdrawalStep }),
      type: 'withdrawal.rejected',
      net_amount_cents: null,
      player_amount_cents: 100_000n,
    },
    auditEntry: auditEntryRow(),
    auditSeal: auditSealRow(await lastSeal(owner)),
    checkpoint: { id: randomUUID(), taken_at: new Date(), content: '{}' },
    request: requestRow(),
    decidedAlone: decidedAloneRow(),
    key: keyRow(),
    numberedDeposit: { ...depositRow({ partner, bankAccount }), reference_number: newReferenceNumber() },
    player: { partner_id: partner['id'], customer_id: 'player-1', first_seen_at: new Date() },
    playerName: {
      partner_id: partner['id'],
      customer_id: 'player-1',
      username: 'ayse',
      full_name: 'Ayşe Işık',
      folded_username: 'ayse',
      folded_name: 'ayse isik',
      first_seen_at: new Date(),
      last_seen_at: new Date(),
      latest_transaction_id: randomUUID(),
    },
  };
  await insertRow(owner, 'platform_settings', world.settings);
  await insertRow(owner, 'partner', partner);
  await insertRow(owner, 'partner_logo', world.logo);
  await insertRow(owner, 'partner_terms', world.terms);
  await insertRow(owner, 'credential', world.credential);
  await insertRow(owner, 'blocked_party', world.blockedPlayer);
  await insertRow(owner, 'blocked_party', world.blockedIban);
  await insertRow(owner, 'bank_account', bankAccount);
  await insertRow(owner, 'bank_account_day', world.bankAccountDay);
  await insertRow(owner, 'player', world.player);
  await insertRow(owner, 'player_name', world.playerName);
  await insertRow(owner, 'transaction', deposit);
  await insertRow(owner, 'transaction', world.numberedDeposit);
  await insertRow(owner, 'transaction', withdrawal);
  await insertRow(owner, 'transaction_step', world.step);
  await insertRow(owner, 'transaction_step', withdrawalStep);
  await insertRow(owner, 'unconfirmed_answer', world.unconfirmedAnswer);
  await insertRow(owner, 'event', world.event);
  await insertRow(owner, 'audit_entry', world.auditEntry);
  await insertRow(owner, 'audit_seal', world.auditSeal);
  await insertRow(owner, 'ledger_checkpoint', world.checkpoint);
  await insertRow(owner, 'second_person_request', world.request);
  await insertRow(owner, 'key_fingerprint', world.key);
  await insertRow(owner, 'key_holder', keyHolderRow(world));
  await insertRow(owner, 'decided_alone', world.decidedAlone);
  for (const account of [spareBankAccount, targetAccount]) {
    await insertRow(owner, 'bank_account', account);
    await owner.query('delete from ledger_account where bank_account_id = $1', [account['id']]);
  }
  await insertRow(owner, 'bank_account_freeze', world.freeze);
  await insertRow(owner, 'bank_account_freeze_target', world.freezeTarget);
  const lateDeposit = {
    ...depositRow(world),
    status: 'waiting_confirmation',
    external_reference: deposit['external_reference'],
    original_transaction_id: deposit['id'],
  };
  await insertRow(owner, 'transaction', lateDeposit);
  await insertRow(owner, 'partner', sparePartner);
  await owner.query('delete from event_feed where partner_id = $1', [sparePartner['id']]);
  const webhooks = await makeWebhooks(owner, world);
  const sender = await makeSenderRows(owner, { lateDeposit });
  return {
    ...world,
    webhooks,
    sender,
    payout: await makePayoutRows(owner, {
      ...withdrawalRow({ partner: sparePartner }),
      stage: 'authorised',
      bank_account_id: bankAccount['id'],
      taken_by: 'ayse',
      authorised_by: 'mehmet',
    }),
    refusedMoney: await makeRefusedMoney(owner, { lateDeposit, bankAccount }),
    spareBankAccount,
    sparePartner,
    lateDeposit,
    ...(await makeBooks(owner, { ...world, spareBankAccount })),
  };
}

export function settingsRow(): Row {
  return {
    version: nextNumber(),
    deposit_min_cents: 5_000n,
    deposit_max_cents: 50_000_000n,
    withdrawal_min_cents: 5_000n,
    withdrawal_max_cents: 50_000_000n,
    deposits_paused: false,
    withdrawals_paused: false,
    deposit_expiry_seconds: 86_400,
    four_eyes_cents: 10_000_000n,
    fast_limit_cents: 10_000_000n,
    payout_countries: ['TR', 'DE'],
    created_at: new Date(),
    created_by: 'ayse',
  };
}

export function blockedPlayerRow({ partner }: Pick<World, 'partner'>): Row {
  return {
    id: randomUUID(),
    kind: 'player',
    partner_id: partner['id'],
    customer_id: randomUUID(),
    iban: null,
    reason: 'Chargebacks at another site.',
    expires_at: new Date(Date.now() + 86_400_000),
    blocked_by: 'ayse',
    blocked_by_id: 'ayse',
    created_at: new Date(),
    ended_at: null,
    ended_by: null,
  };
}

export function blockedIbanRow(): Row {
  return {
    id: randomUUID(),
    kind: 'iban',
    partner_id: null,
    customer_id: null,
    iban: turkishIban(nextNumber()),
    reason: 'Reported by its bank.',
    expires_at: null,
    blocked_by: 'ayse',
    blocked_by_id: 'ayse',
    created_at: new Date(),
    ended_at: null,
    ended_by: null,
  };
}

export function logoRow({ partner }: { partner: Row }): Row {
  return {
    partner_id: partner['id'],
    content: Buffer.from('89504e470d0a1a0a', 'hex'),
    content_type: 'image/png',
    content_hash: '0123456789abcdef',
    created_at: new Date(),
    created_by: 'ayse',
  };
}

export function partnerRow(): Row {
  const id = randomUUID();
  return {
    id,
    name: `Partner ${id}`,
    status: 'active',
    deposits_paused: false,
    withdrawals_paused: false,
    credit_line_cents: 0n,
    redirect_hosts: [],
    allowed_networks: [],
    requests_per_second: null,
    deposit_min_cents: 10_000n,
    deposit_max_cents: 20_000n,
    withdrawal_min_cents: 10_000n,
    withdrawal_max_cents: 20_000n,
    player_day_deposit_count: 5,
    player_day_deposit_cents: 100_000n,
    player_day_withdrawal_count: 5,
    player_day_withdrawal_cents: 100_000n,
    refuse_other_holders: false,
    deposit_expiry_seconds: 3_600,
    settlement_iban: SETTLEMENT_IBAN,
    settlement_holder_name: 'Acme A.Ş.',
    support_address: 'https://shop.example/help',
    refund_note_tr: 'İadeler üç iş günü içinde yapılır.',
    refund_note_en: 'Refunds take three working days.',
    created_at: new Date(),
  };
}

export function termsRow({ partner }: Pick<World, 'partner'>): Row {
  const at = new Date();
  return {
    partner_id: partner['id'],
    direction: 'deposit',
    version: nextNumber(),
    basis_points: 300,
    fixed_cents: 0n,
    settlement_mode: 'deduct_from_amount',
    created_at: at,
    effective_from: at,
    created_by: 'ayse',
  };
}

/** The shape of a sealed secret: five parts. The fourth is as long as the secret. */
export function sealedText(secretBytes = 32): string {
  return [100, 32, 12, secretBytes, 16].map((bytes) => randomBytes(bytes).toString('base64url')).join('.');
}

export function credentialRow({ partner }: Pick<World, 'partner'>): Row {
  return {
    id: randomUUID(),
    partner_id: partner['id'],
    api_key: `vzk_test_${randomBytes(13).toString('hex')}`,
    api_secret_sealed: sealedText(),
    hash_secret_sealed: sealedText(),
    key_version: 1,
    created_at: new Date(),
    created_by: 'ayse',
    expires_at: null,
    revoked_at: null,
  };
}

export function bankAccountRow(): Row {
  return {
    id: randomUUID(),
    bank_name: 'Ziraat Bankası',
    holder_name: 'ACME Ödeme A.Ş.',
    iban: turkishIban(nextNumber()),
    currency: 'TRY',
    status: 'enabled',
    deposits_paused: false,
    payouts_paused: false,
    daily_cap_cents: null,
    tolerance_cents: 25_000_000n,
    created_at: new Date(),
  };
}

export function bankAccountDayRow({ bankAccount }: Pick<World, 'bankAccount'>): Row {
  const day = new Date(Date.UTC(2026, 0, nextNumber() - 1_000_000)).toISOString().slice(0, 10);
  return {
    bank_account_id: bankAccount['id'],
    day,
    assigned_cents: 0n,
    assigned_count: 0n,
    returned_cents: 0n,
  };
}

export function freezeRow(bankAccount: Row): Row {
  const at = new Date();
  return {
    bank_account_id: bankAccount['id'],
    frozen_at: at,
    looked_at: at,
    quiet_since: at,
    settled_at: at,
  };
}

export function freezeTargetRow({ frozen, target }: { frozen: Row; target: Row }): Row {
  return { frozen_account_id: frozen['id'], to_account_id: target['id'], deposits: 1n };
}

export interface Money {
  amountCents: bigint;
  actualCents?: bigint | null | undefined;
  terms?: Partial<{ basisPoints: number; fixedCents: bigint; mode: Terms['mode'] }>;
}

function termsOf({ terms }: Money): Terms {
  return {
    basisPoints: terms?.basisPoints ?? 300,
    fixedCents: cents(terms?.fixedCents ?? 0n),
    mode: terms?.mode ?? 'deduct_from_amount',
  };
}

/** The money columns of a deposit, computed by the domain's rules. */
export function depositMoney(money: Money): Row {
  const actualCents = (money.actualCents ?? null) as Cents | null;
  const terms = termsOf(money);
  const amounts = depositAmounts({ requestedCents: cents(money.amountCents), actualCents, terms });
  return {
    ...moneyColumns(money, terms, amounts),
    actual_amount_cents: actualCents,
    net_amount_cents: amounts.netAmountCents,
  };
}

export function withdrawalMoney(money: Money): Row {
  const terms = termsOf(money);
  const amounts = withdrawalAmounts({ requestedCents: cents(money.amountCents), terms });
  return { ...moneyColumns(money, terms, amounts), actual_amount_cents: null, net_amount_cents: null };
}

function moneyColumns(
  { amountCents }: Money,
  terms: Terms,
  amounts: { commissionCents: Cents; playerAmountCents: Cents; balanceImpactCents: Cents },
): Row {
  return {
    amount_cents: amountCents,
    commission_cents: amounts.commissionCents,
    player_amount_cents: amounts.playerAmountCents,
    balance_impact_cents: amounts.balanceImpactCents,
    commission_basis_points: terms.basisPoints,
    commission_fixed_cents: terms.fixedCents,
    settlement_mode: terms.mode,
  };
}

function transactionRow(partner: Row): Row {
  return {
    // In the order of time, as real ones are.
    id: newId(),
    partner_id: partner['id'],
    external_reference: newReference(),
    original_transaction_id: null,
    currency: 'TRY',
    customer_id: 'player-1',
    customer_username: 'ayse',
    customer_full_name: 'Ayşe Işık',
    parts_sent_cents: 0n,
    previous_bank_account_id: null,
    reason_code: null,
    created_at: new Date(),
    decided_at: null,
    step_count: 1,
    taken_by: null,
    authorised_by: null,
    corrected_at: null,
  };
}

let referenceNumbers = 0n;

/** One that no other deposit of this process has. */
export function newReferenceNumber(): bigint {
  referenceNumbers += 1n;
  return referenceNumbers;
}

export function newReferenceCode(): string {
  const anyCharacter = () => REFERENCE_CODE_ALPHABET.charAt(randomInt(REFERENCE_CODE_ALPHABET.length));
  return Array.from({ length: 8 }, anyCharacter).join('');
}

export function depositRow({ partner, bankAccount }: Pick<World, 'partner' | 'bankAccount'>): Row {
  return {
    ...transactionRow(partner),
    ...depositMoney({ amountCents: 100_000n }),
    type: 'deposit',
    status: 'waiting_payment',
    stage: null,
    customer_email: 'ayse@example.com',
    bank_account_id: bankAccount['id'],
    reference_code: newReferenceCode(),
    redirect_url: 'https://shop.example/return?order=7',
    language: 'tr',
    page_key_version: 1,
    expires_at: new Date(Date.now() + 86_400_000),
    payout_bank_name: null,
    payout_holder_name: null,
    payout_iban: null,
  };
}

export function withdrawalRow({ partner }: Pick<World, 'partner'>): Row {
  return {
    ...transactionRow(partner),
    ...withdrawalMoney({ amountCents: 100_000n }),
    type: 'withdrawal',
    status: 'waiting_confirmation',
    stage: 'queued',
    customer_email: null,
    bank_account_id: null,
    reference_code: null,
    redirect_url: null,
    language: null,
    page_key_version: null,
    expires_at: null,
    payout_bank_name: 'Ziraat Bankası',
    payout_holder_name: 'Ayşe Işık',
    payout_iban: 'TR330006100519786457841326',
  };
}

/** What a rejection changes in a row: no money moves, and it has a reason and a time. */
export const REJECTED: Row = {
  status: 'rejected',
  stage: null,
  commission_cents: 0n,
  player_amount_cents: 0n,
  balance_impact_cents: 0n,
  reason_code: 'other',
  decided_at: new Date(),
};

export const APPROVED: Row = { status: 'approved', stage: null, decided_at: new Date() };

export function stepRow({ deposit }: Pick<World, 'deposit'>): Row {
  return {
    transaction_id: deposit['id'],
    step_no: nextNumber(),
    trigger: 'create',
    status: 'waiting_payment',
    stage: null,
    actor_kind: 'partner',
    actor_id: null,
    actor: 'shop',
    asked_by_id: null,
    asked_by: null,
    note: null,
    said: null,
    at: new Date(),
    decision_id: null,
    press_hash: null,
  };
}

/** A deposit's rejection. The world's own event belongs to the withdrawal, so this pair is free. */
export function eventRow({ deposit, step }: Pick<World, 'deposit' | 'step'>): Row {
  return {
    id: randomUUID(),
    partner_id: deposit['partner_id'],
    transaction_id: deposit['id'],
    step_no: step['step_no'],
    feed_no: nextNumber(),
    type: 'deposit.rejected',
    status: 'rejected',
    external_reference: deposit['external_reference'],
    original_transaction_id: null,
    reference_code: deposit['reference_code'],
    currency: 'TRY',
    amount_cents: 100_000n,
    actual_amount_cents: null,
    commission_cents: 0n,
    net_amount_cents: 0n,
    player_amount_cents: 0n,
    balance_impact_cents: 0n,
    reason_code: 'expired',
    occurred_at: new Date(),
  };
}

/** The seal that follows the given one, or the first. */
export function auditSealRow(before: Row | undefined): Row {
  return {
    seal_no: before === undefined ? 1n : (before['seal_no'] as bigint) + 1n,
    previous_hash: before?.['hash'] ?? Buffer.alloc(32),
    hash: randomBytes(32),
    form: 3,
    entry_count: 1n,
    sealed_at: new Date(),
  };
}

/** Several worlds in one database share one chain. */
async function lastSeal(owner: pg.Pool): Promise<Row | undefined> {
  const { rows } = await owner.query<Row>(
    'select seal_no, hash from audit_seal order by seal_no desc limit 1',
  );
  return rows[0];
}

export function auditEntryRow(): Row {
  return {
    id: nextNumber(),
    at: new Date(),
    actor_kind: 'command_line',
    actor_id: 'ayse',
    actor: 'ayse',
    action: 'partner.disable',
    subject_type: 'partner',
    subject_id: randomUUID(),
    details: '{}',
  };
}
