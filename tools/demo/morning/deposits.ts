import { REJECTION_REASONS } from '@vezne/domain/rejection';
import { HOLD_REASONS } from '@vezne/domain/hold';
import { cents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import type { DecisionRow } from '../../../server/src/db/read/desk/decision-rows.ts';
import {
  approveDeposit,
  confirmOnBehalf,
  rejectDeposit,
} from '../../../server/src/usecases/deposits/decide.ts';
import { holdDeposit } from '../../../server/src/usecases/deposits/hold.ts';
import { asBanksPrint } from '../receipts/letters.ts';
import { RECEIPT_KINDS } from '../receipts/receipt.ts';
import type { MorningDesk } from './desk.ts';
import { confirmAsked, decideAll } from './operator-acts.ts';
import { cancelOrder, orderDeposit } from './partner-calls.ts';
import type { Ordered } from './partner-calls.ts';
import { PARTNER_DOWN } from './partners.ts';
import type { MorningPartner } from './partners.ts';
import { DEPOSITS, planOf } from './plan.ts';
import type { DepositKind, Planned } from './plan.ts';
import { nameSender, press, sendReceipt } from './player-acts.ts';
import { amountOf, playerOf } from './players.ts';
import type { Player } from './players.ts';

export interface MorningDeposit extends Ordered {
  kind: DepositKind;
  number: number;
  player: Player;
}

/** Which deposits wait for their player for ever, or for a while longer. */
const NOT_PRESSED: ReadonlySet<DepositKind> = new Set([
  'approved_on_behalf',
  'expired',
  'cancelled',
  'waiting_payment',
  'moved',
]);
const PROVEN: ReadonlySet<DepositKind> = new Set(['waiting', 'held', 'moved', 'large', 'asked', 'twin']);
const HOUR_MS = 3_600_000;

/** So many at a time: accounts are chosen by how far each is used, and all at once would find them unused and choose the same. */
const WAVE = 8;

/** Partners create all of them within moments. */
export async function orderDeposits(
  desk: MorningDesk,
  partners: readonly MorningPartner[],
): Promise<MorningDeposit[]> {
  const planned = planOf(DEPOSITS);
  const ordered: MorningDeposit[] = [];
  for (let from = 0; from < planned.length; from += WAVE) {
    const wave = planned.slice(from, from + WAVE);
    ordered.push(...(await Promise.all(wave.map(async (one) => await order(desk, partners, one)))));
  }
  return ordered;
}

async function order(
  desk: MorningDesk,
  partners: readonly MorningPartner[],
  planned: Planned<DepositKind>,
): Promise<MorningDeposit> {
  const { kind, number } = planned;
  const same = sameAs(planned);
  const down = partners.find(({ name }) => name === PARTNER_DOWN);
  const partner = kind === 'told_in_vain' ? down : partners[same % partners.length];
  if (partner === undefined) throw new Error('The demo has no partners.');
  const player = playerOf(same);
  const ordered = await orderDeposit(desk, {
    apiKey: partner.apiKey,
    reference: `sabah-${String(number).padStart(3, '0')}`,
    amountCents: askedOf(kind, same),
    player,
    number,
  });
  return { ...ordered, kind, number, player };
}

/** Two twins that follow each other have one player and one amount. */
function sameAs({ kind, number, place }: Planned<DepositKind>): number {
  return kind === 'twin' ? number - (place % 2) : number;
}

function askedOf(kind: DepositKind, number: number): Cents {
  if (kind === 'large' || kind === 'asked' || kind === 'approved_by_two')
    return cents(65_000_00n + BigInt(number % 7) * 5_000_00n);
  return amountOf(number);
}

export function ofKind(
  deposits: readonly MorningDeposit[],
  ...kinds: readonly DepositKind[]
): MorningDeposit[] {
  return deposits.filter(({ kind }) => kinds.includes(kind));
}

/** Most players press the button. */
export async function pressMost(desk: MorningDesk, deposits: readonly MorningDeposit[]): Promise<void> {
  await pressAndProve(
    desk,
    deposits.filter(({ kind }) => !NOT_PRESSED.has(kind)),
  );
}

/** Some of them say who sent it, and some send what their bank gave them. */
export async function pressAndProve(desk: MorningDesk, deposits: readonly MorningDeposit[]): Promise<void> {
  await Promise.all(deposits.map(async ({ id }) => await press(desk, id)));
  // One after another: evidence has few connections, and refuses what would wait too long.
  for (const deposit of deposits) await prove(desk, deposit);
}

async function prove(desk: MorningDesk, { id, kind, number, player }: MorningDeposit): Promise<void> {
  const isThirdParty = kind === 'third_party';
  if (!isThirdParty && !PROVEN.has(kind)) return;
  const sender = isThirdParty ? playerOf(number + 100).fullName : spelledByBank(player.fullName, number);
  if (isThirdParty || number % 3 !== 0) await nameSender(desk, id, { senderName: sender, number });
  if (isThirdParty || number % 2 === 0) {
    const receipt = RECEIPT_KINDS[number % RECEIPT_KINDS.length] ?? 'png';
    await sendReceipt(desk, id, { kind: receipt, sender });
  }
}

/** Some as the partner writes it, some in capitals without marks, and some shortened. */
function spelledByBank(name: string, number: number): string {
  const [first = '', ...rest] = name.split(' ');
  if (number % 4 === 1) return asBanksPrint(name);
  return number % 4 === 2 && rest.length > 1 ? `${first[0]} ${rest.join(' ')}` : name;
}

export async function decideDeposits(desk: MorningDesk, deposits: readonly MorningDeposit[]): Promise<void> {
  const { operator, senior } = desk.people;
  const byTurns = (number: number) => (number % 5 === 0 ? senior : operator);
  const approve = (row: DecisionRow, { number, actualCents }: { number: number; actualCents: Cents }) =>
    approveDeposit({
      transactionId: row.id,
      fingerprint: row.fingerprint,
      actor: row.amountCents > 50_000_00n ? operator : byTurns(number),
      actualCents,
      bankReference: `F${700_000 + number}`,
      senderSeen: asBanksPrint(row.customerFullName),
    });
  await decideAll(desk, ofKind(deposits, 'approved_on_behalf'), (row, { number }) =>
    confirmOnBehalf({ transactionId: row.id, actor: byTurns(number), note: 'Müşteri hizmetlerinden arandı' }),
  );
  const approved = ofKind(deposits, 'approved', 'approved_on_behalf', 'approved_with_another_amount');
  await decideAll(desk, approved, (row, { kind, number }) =>
    approve(row, {
      number,
      actualCents:
        kind === 'approved_with_another_amount' ? anotherAmount(row.amountCents, number) : row.amountCents,
    }),
  );
  const large = ofKind(deposits, 'approved_by_two', 'asked');
  const asked = await decideAll(desk, large, (row, { number }) =>
    approve(row, { number, actualCents: row.amountCents }),
  );
  await confirmAsked(
    desk,
    asked.filter((_, index) => large[index]?.kind === 'approved_by_two'),
  );
  await rejectAll(desk, ofKind(deposits, 'rejected'));
  await decideAll(desk, ofKind(deposits, 'held'), (row, { number }) =>
    holdDeposit({
      transactionId: row.id,
      fingerprint: row.fingerprint,
      actor: operator,
      until: new Date(Date.now() + (2 + (number % 3)) * HOUR_MS),
      reason: HOLD_REASONS[number % HOLD_REASONS.length] ?? 'bank_down',
    }),
  );
  for (const deposit of ofKind(deposits, 'cancelled')) await cancelOrder(desk, deposit);
}

/** Mostly less: a fee, or what was left on the account. */
function anotherAmount(amountCents: Cents, number: number): Cents {
  return cents(number % 4 === 0 ? amountCents + 25_00n : (amountCents * 95n) / 100n);
}

/** Each reason in turn, with what it has to say of the money. */
async function rejectAll(desk: MorningDesk, deposits: readonly MorningDeposit[]): Promise<void> {
  const reasons = REJECTION_REASONS.deposit;
  await decideAll(desk, deposits, (row, { number }) => {
    const reasonCode = reasons[number % reasons.length] ?? 'no_money_seen';
    const isSeen = reasonCode === 'third_party_sender' || reasonCode === 'amount_mismatch';
    const { id: transactionId, fingerprint, bankAccountId } = row;
    if (bankAccountId === null) throw new Error('A deposit has an account.');
    return rejectDeposit({
      transactionId,
      fingerprint,
      actor: desk.people.operator,
      reasonCode,
      moneySeen: isSeen ? { amountCents: row.amountCents, bankAccountId } : null,
      ...(isSeen ? { bankReference: `R${700_000 + number}`, senderSeen: 'BASKA BIRI' } : {}),
      note: reasonCode === 'other' ? 'Oyuncu iki hesap arasında kalmış, yarın aranacak' : null,
    });
  });
}
