import { PAYOUT_MARKS } from '@vezne/domain/payout-marks';
import { cents } from '@vezne/domain/money';
import { REJECTION_REASONS } from '@vezne/domain/rejection';
import { marksOf } from '../../../server/src/usecases/decisions/marks.ts';
import { returnPayout } from '../../../server/src/usecases/withdrawals/after-approval.ts';
import {
  approveWithdrawal,
  authoriseWithdrawal,
  rejectWithdrawal,
  releaseWithdrawal,
  takeWithdrawal,
} from '../../../server/src/usecases/withdrawals/decide.ts';
import { recordPart } from '../../../server/src/usecases/withdrawals/send.ts';
import type { MorningDesk } from './desk.ts';
import { decideAll } from './operator-acts.ts';
import { cancelOrder, orderWithdrawal } from './partner-calls.ts';
import type { Ordered } from './partner-calls.ts';
import type { MorningPartner } from './partners.ts';
import { WITHDRAWALS, planOf } from './plan.ts';
import type { WithdrawalKind } from './plan.ts';
import { amountOf, playerOf } from './players.ts';

interface MorningWithdrawal extends Ordered {
  kind: WithdrawalKind;
  number: number;
}

/** Their players have no deposits, so that nothing adds up with what one hand decided for them. */
const FIRST_PLAYER = 250;
const ON_THE_WAY: readonly WithdrawalKind[] = ['authorised', 'part_sent', 'approved', 'returned'];
/** What the bank shows of each account, where the books show less. */
const AT_THE_BANK = cents(1_000_000_00n);

/** Payouts in every state, from accounts that can pay. Returns those that nobody has taken yet. */
export async function makeWithdrawals(
  desk: MorningDesk,
  { partners, accountIds }: { partners: readonly MorningPartner[]; accountIds: readonly string[] },
): Promise<string[]> {
  const made = await Promise.all(
    planOf(WITHDRAWALS, FIRST_PLAYER).map(async ({ kind, number }, index): Promise<MorningWithdrawal> => {
      const partner = partners[index % partners.length];
      if (partner === undefined) throw new Error('The demo has no partners.');
      const ordered = await orderWithdrawal(desk, {
        apiKey: partner.apiKey,
        reference: `cekim-${String(number).padStart(3, '0')}`,
        amountCents: amountOf(number),
        player: playerOf(number),
        number,
      });
      return { ...ordered, kind, number };
    }),
  );
  const of = (...kinds: readonly WithdrawalKind[]) => made.filter(({ kind }) => kinds.includes(kind));
  const { operator, senior } = desk.people;
  await decideAll(desk, of('taken', 'released', ...ON_THE_WAY), (row, { number }) =>
    takeWithdrawal({
      transactionId: row.id,
      actor: operator,
      bankAccountId: accountIds[number % accountIds.length] ?? '',
      marksRead: marksOf(row),
    }),
  );
  await decideAll(desk, of('released'), (row) =>
    releaseWithdrawal({ transactionId: row.id, actor: operator }),
  );
  await decideAll(desk, of(...ON_THE_WAY), ({ id: transactionId, fingerprint }) =>
    authoriseWithdrawal({
      transactionId,
      fingerprint,
      actor: operator,
      marksRead: PAYOUT_MARKS,
      bankBalanceCents: AT_THE_BANK,
    }),
  );
  await decideAll(desk, of('part_sent'), ({ id: transactionId, fingerprint, playerAmountCents }) =>
    recordPart({
      transactionId,
      fingerprint,
      actor: operator,
      amountCents: cents(playerAmountCents / 2n),
      bankReference: 'P-1',
    }),
  );
  await decideAll(desk, of('approved', 'returned'), ({ id: transactionId, fingerprint }, { number }) =>
    approveWithdrawal({ transactionId, fingerprint, actor: operator, bankReference: `C${number}` }),
  );
  await decideAll(desk, of('returned'), ({ id: transactionId, fingerprint }) =>
    returnPayout({ transactionId, fingerprint, actor: senior, note: 'Banka iade etti' }),
  );
  await decideAll(desk, of('rejected'), ({ id: transactionId, fingerprint }, { number }) =>
    rejectWithdrawal({
      transactionId,
      fingerprint,
      actor: senior,
      reasonCode: REJECTION_REASONS.withdrawal[number % REJECTION_REASONS.withdrawal.length] ?? 'duplicate',
      note: 'Oyuncu vazgeçti',
    }),
  );
  for (const withdrawal of of('cancelled')) await cancelOrder(desk, withdrawal);
  return of('queued').map(({ id }) => id);
}
