import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { signOfDebit } from '@vezne/domain/accounts';
import {
  SETTLEMENT_MODES,
  depositAmounts,
  leavesSomething,
  withdrawalAmounts,
} from '@vezne/domain/commission';
import type { Terms } from '@vezne/domain/commission';
import { ZERO_CENTS, addCents, cents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import {
  JOINT_KINDS,
  MOVEMENT_KINDS,
  entryKindOf,
  movementOf,
  postingsIn,
  postingsOf,
  reserveSums,
  startSums,
  statementNumber,
  totalOf,
} from '@vezne/domain/partner-statement';
import type { PostedCause } from '@vezne/domain/partner-statement';
import * as postings from '@vezne/domain/postings';
import type { PostingKind, Transfer } from '@vezne/domain/postings';

const PARTNER = { partnerId: 'P' };
const OURS = { ...PARTNER, bankAccountId: 'A' };
const terms = (mode: Terms['mode']): Terms => ({ basisPoints: 300, fixedCents: ZERO_CENTS, mode });
const lira = (units: number): Cents => cents(BigInt(Math.round(units * 100)));

/** What transfers do to one kind of account. */
function effect(transfers: readonly Transfer[], kind: Transfer['debit']['kind']): Cents {
  let sum = 0n;
  for (const { debit, credit, amountCents } of transfers) {
    if (debit.kind === kind) sum += signOfDebit(kind) * amountCents;
    if (credit.kind === kind) sum -= signOfDebit(kind) * amountCents;
  }
  return cents(sum);
}

function posted(
  kind: PostingKind,
  transfers: readonly Transfer[],
  withdrawal: PostedCause['withdrawal'] = null,
): PostedCause {
  return {
    kind,
    balanceCents: effect(transfers, 'partner_balance'),
    earnedCents: effect(transfers, 'partner_commission'),
    withdrawal,
  };
}

const inLira = ({ grossCents, commissionCents, netCents }: ReturnType<typeof movementOf>) =>
  [grossCents, commissionCents, netCents].map((amount) => Number(amount) / 100);

test('a deposit is what came, without the commission', () => {
  for (const mode of SETTLEMENT_MODES) {
    const amounts = depositAmounts({
      requestedCents: lira(1000),
      actualCents: lira(950),
      terms: terms(mode),
    });
    const movement = movementOf(
      posted('deposit_approved', postings.depositApproved({ ...OURS, ...amounts })),
    );
    assert.deepEqual(inLira(movement), [950, -28.5, 921.5]);
    const late = movementOf(
      posted('refused_money_credited', postings.refusedMoneyCredited({ ...OURS, ...amounts })),
    );
    assert.deepEqual(late, movement);
  }
});

test('a withdrawal is what the player gets and the commission, in both modes, and comes back whole', () => {
  const expected = { deduct_from_amount: [-970, -30, -1000], fee_on_top: [-1000, -30, -1030] };
  for (const mode of SETTLEMENT_MODES) {
    const withdrawal = { requestedCents: lira(1000), terms: terms(mode) };
    const amounts = { ...OURS, ...withdrawalAmounts(withdrawal) };
    const back = expected[mode].map((amount) => -amount);
    const authorised = postings.withdrawalAuthorised(amounts);
    assert.deepEqual(
      inLira(movementOf(posted('withdrawal_authorised', authorised, withdrawal))),
      expected[mode],
    );
    const released = postings.withdrawalReleased(amounts);
    assert.deepEqual(inLira(movementOf(posted('withdrawal_released', released, withdrawal))), back);
    const arrival = { bankAccountId: 'B', amountCents: lira(900) };
    const returned = postings.payoutReturned({ ...amounts, arrival });
    assert.deepEqual(
      inLira(movementOf(posted('payout_returned', returned, withdrawal))),
      back,
      'also when it comes short',
    );
  }
});

test('a correction has the differences, and what is only about commission has no gross amount', () => {
  const shares = (actual: number) =>
    depositAmounts({ requestedCents: lira(1000), actualCents: lira(actual), terms: terms('fee_on_top') });
  const corrected = postings.depositCorrected({ ...OURS, before: shares(950), after: shares(850) });
  assert.deepEqual(inLira(movementOf(posted('deposit_corrected', corrected))), [-100, 3, -97]);
  const refund = postings.adjusted({
    debit: { kind: 'partner_commission', ...PARTNER },
    credit: { kind: 'partner_balance', ...PARTNER },
    amountCents: lira(50),
  });
  assert.deepEqual(inLira(movementOf(posted('adjusted', refund))), [0, 50, 50]);
});

test('every posting that moves a balance has a kind, and no other has', () => {
  const moving = new Set<PostingKind>(MOVEMENT_KINDS.flatMap(postingsOf));
  assert.deepEqual(postings.POSTING_KINDS.filter((kind) => !moving.has(kind)).toSorted(), [
    'bank_fee_charged',
    'deposit_account_corrected',
    'deposit_refused',
    'internal_transfer_arrived',
    'internal_transfer_returned',
    'internal_transfer_sent',
    'misdirected_recovered',
    'misdirected_sent',
    'returned_to_sender',
    'withdrawal_account_corrected',
    'withdrawal_approved',
  ]);
  const none = { balanceCents: ZERO_CENTS, earnedCents: ZERO_CENTS, withdrawal: null };
  assert.throws(() => movementOf({ ...none, kind: 'bank_fee_charged' }), /moves no partner's balance/);
  assert.throws(() => movementOf({ ...none, kind: 'withdrawal_authorised' }), /about a withdrawal/);
});

test('what is set aside and comes back is known from the movements, and what was paid is the rest', () => {
  const sums = startSums(lira(100));
  const move = (kind: 'withdrawal' | 'withdrawal_released' | 'deposit', net: number, after: number): void =>
    sums.add({ kind, grossCents: lira(net), commissionCents: ZERO_CENTS, netCents: lira(net) }, lira(after));
  move('withdrawal', -30, 70);
  move('withdrawal', -20, 50);
  move('deposit', 5, 55);
  move('withdrawal_released', 20, 75);
  assert.deepEqual(reserveSums(sums.sums(), { openingCents: lira(7), closingCents: lira(12) }), [
    { kind: 'set_aside', amountCents: lira(50) },
    { kind: 'paid_out', amountCents: lira(-25) },
    { kind: 'given_back', amountCents: lira(-20) },
  ]);
  assert.deepEqual(
    reserveSums([], { openingCents: lira(7), closingCents: lira(7) }).map(({ amountCents }) => amountCents),
    [ZERO_CENTS, ZERO_CENTS, ZERO_CENTS],
  );
});

test('a gap in the books is no statement', () => {
  const sums = startSums(lira(10));
  const movement = {
    kind: 'top_up',
    grossCents: lira(5),
    commissionCents: ZERO_CENTS,
    netCents: lira(5),
  } as const;
  sums.add(movement, lira(15));
  assert.throws(() => sums.add(movement, lira(21)), /lead to 2000, and the books say 2100/);
});

/** What partners do, as the books post it. */
const cause = fc
  .record({
    act: fc.constantFrom(
      'deposit',
      'late',
      'correct',
      'pay',
      'release',
      'return',
      'settle',
      'top_up',
      'adjust',
    ),
    amountCents: fc.bigInt({ min: 5_000n, max: 99_999_999n }).map(cents),
    otherCents: fc.bigInt({ min: 5_000n, max: 99_999_999n }).map(cents),
    basisPoints: fc.integer({ min: 0, max: 2_000 }),
    fixedCents: fc.bigInt({ min: 0n, max: 500n }).map(cents),
    mode: fc.constantFrom(...SETTLEMENT_MODES),
    isDown: fc.boolean(),
  })
  .map(({ act, amountCents, otherCents, isDown, ...agreed }): PostedCause[] => {
    const deposit = (actualCents: Cents) =>
      depositAmounts({ requestedCents: amountCents, actualCents, terms: agreed });
    const withdrawal = { requestedCents: amountCents, terms: agreed };
    const paid = { ...OURS, ...withdrawalAmounts(withdrawal) };
    if (!leavesSomething(deposit(amountCents)) || !leavesSomething(paid)) return [];
    const authorised = posted('withdrawal_authorised', postings.withdrawalAuthorised(paid), withdrawal);
    switch (act) {
      case 'deposit':
        return [posted('deposit_approved', postings.depositApproved({ ...OURS, ...deposit(otherCents) }))];
      case 'late':
        return [
          posted(
            'refused_money_credited',
            postings.refusedMoneyCredited({ ...OURS, ...deposit(otherCents) }),
          ),
        ];
      case 'correct': {
        const shares = { before: deposit(amountCents), after: deposit(otherCents) };
        return [posted('deposit_corrected', postings.depositCorrected({ ...OURS, ...shares }))];
      }
      case 'pay':
        return [authorised];
      case 'release':
        return [authorised, posted('withdrawal_released', postings.withdrawalReleased(paid), withdrawal)];
      case 'return':
        return [authorised, posted('payout_returned', postings.payoutReturned(paid), withdrawal)];
      case 'settle':
        return [posted('settled_to_partner', postings.settledToPartner({ ...OURS, amountCents }))];
      case 'top_up':
        return [posted('topped_up', postings.toppedUp({ ...OURS, amountCents }))];
      case 'adjust': {
        const [debit, credit] = [{ kind: 'partner_balance', ...PARTNER }, { kind: 'owner_funds' }] as const;
        return [
          posted('adjusted', [
            isDown ? { debit, credit, amountCents } : { debit: credit, credit: debit, amountCents },
          ]),
        ];
      }
    }
  });

test('a correction by a cent that is all commission moves no balance, so that a statement adds up without it', () => {
  const shares = (requested: bigint) =>
    depositAmounts({
      requestedCents: cents(requested),
      actualCents: null,
      terms: terms('deduct_from_amount'),
    });
  const [before, after] = [shares(100_016n), shares(100_017n)];
  const transfers = postings.depositCorrected({ ...OURS, before, after });
  assert.deepEqual([effect(transfers, 'partner_balance'), effect(transfers, 'partner_commission')], [0n, 1n]);
});

test('each kind of a statement leads to its own postings, and those of several are joint', () => {
  for (const kind of MOVEMENT_KINDS) assert.deepEqual(postingsIn(entryKindOf(kind)), postingsOf(kind), kind);
  assert.deepEqual(
    MOVEMENT_KINDS.filter((kind) => postingsOf(kind).length > 1),
    JOINT_KINDS,
  );
});

test('opening and movements are the closing balance, wherever a period is cut', () => {
  const causes = fc.array(cause, { maxLength: 40 }).map((all) => all.flat());
  fc.assert(
    fc.property(
      causes,
      fc.bigInt({ min: -1_000_000_000_000n, max: 1_000_000_000_000n }),
      fc.nat(),
      (all, opening, at) => {
        const cut = all.length === 0 ? 0 : at % all.length;
        let balance = cents(opening);
        const periods = [all.slice(0, cut), all.slice(cut)].map((period) => {
          const sums = startSums(balance);
          for (const one of period) {
            balance = addCents(balance, one.balanceCents);
            sums.add(movementOf(one), balance);
          }
          assert.equal(sums.closingCents(), balance);
          assert.equal(sums.count(), period.length);
          const total = totalOf(sums.sums());
          assert.equal(total.count, period.length);
          assert.equal(total.grossCents + total.commissionCents, total.netCents);
          return total;
        });
        const moved = periods.reduce((sum, { netCents }) => sum + netCents, 0n);
        assert.equal(opening + moved, balance);
      },
    ),
  );
});

test('every commission that was charged and not given back is what we earn when all is paid', () => {
  fc.assert(
    fc.property(fc.array(cause, { maxLength: 40 }), (all) => {
      const sums = startSums(ZERO_CENTS);
      let earned = 0n;
      for (const one of all.flat()) {
        sums.add(movementOf(one), addCents(sums.closingCents(), one.balanceCents));
        earned += one.earnedCents;
        // What is authorised is paid later, and the commission is earned then. What is returned was paid.
        if (one.kind === 'withdrawal_authorised' && one.withdrawal !== null)
          earned += withdrawalAmounts(one.withdrawal).commissionCents;
        if (one.kind === 'withdrawal_released' && one.withdrawal !== null)
          earned -= withdrawalAmounts(one.withdrawal).commissionCents;
      }
      assert.equal(totalOf(sums.sums()).commissionCents, 0n - earned);
    }),
  );
});

test('a number names the month and counts', () => {
  assert.equal(statementNumber({ month: '2026-10', no: 7 }), 'VZ-2026-10-0007');
  assert.equal(statementNumber({ month: '2126-10', no: 12_345 }), 'VZ-2126-10-12345');
});
