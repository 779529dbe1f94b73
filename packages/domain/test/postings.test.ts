import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { ACCOUNT_KINDS, accountKey, signOfDebit } from '@vezne/domain/accounts';
import type { AccountName } from '@vezne/domain/accounts';
import {
  SETTLEMENT_MODES,
  depositAmounts,
  leavesSomething,
  withdrawalAmounts,
} from '@vezne/domain/commission';
import type { SettlementMode } from '@vezne/domain/commission';
import { cents, negateCents } from '@vezne/domain/money';
import * as postings from '@vezne/domain/postings';
import type { Transfer } from '@vezne/domain/postings';
import { TRANSITIONS, transition } from '@vezne/domain/transaction-state';

const PARTNER = { partnerId: 'acme' };
const BANK = { bankAccountId: 'ziraat' };

/** The effect of transfers on each balance, in its normal sign. */
function effect(transfers: readonly Transfer[]): Record<string, bigint> {
  const balances: Record<string, bigint> = {};
  const post = (account: AccountName, amountCents: bigint): void => {
    const key = accountKey(account);
    balances[key] = (balances[key] ?? 0n) + amountCents;
  };
  for (const { debit, credit, amountCents } of transfers) {
    assert.ok(amountCents > 0n, 'a transfer moves something');
    post(debit, signOfDebit(debit.kind) * amountCents);
    post(credit, -signOfDebit(credit.kind) * amountCents);
  }
  return Object.fromEntries(Object.entries(balances).filter(([, balance]) => balance !== 0n));
}

function withdrawal(mode: SettlementMode) {
  const terms = { basisPoints: 300, fixedCents: cents(0n), mode };
  return { ...PARTNER, ...BANK, ...withdrawalAmounts({ requestedCents: cents(100_000n), terms }) };
}

test('a deposit of 950.00 at 3 % puts 950.00 into the bank, 921.50 with the partner and 28.50 with us', () => {
  const deposit = { ...PARTNER, ...BANK, netAmountCents: cents(92_150n), commissionCents: cents(2_850n) };
  assert.deepEqual(effect(postings.depositApproved(deposit)), {
    'bank:ziraat': 95_000n,
    'partner_balance:acme': 92_150n,
    'partner_commission:acme': 2_850n,
  });
});

test('a withdrawal of 1000.00 at 3 % costs the partner 1000.00, or 1030.00 with the fee on top', () => {
  for (const [mode, paid, cost] of [
    ['deduct_from_amount', 97_000n, 100_000n],
    ['fee_on_top', 100_000n, 103_000n],
  ] as const) {
    const authorised = postings.withdrawalAuthorised(withdrawal(mode));
    assert.deepEqual(effect(authorised), { 'partner_balance:acme': -cost, 'partner_reserved:acme': cost });
    const whole = [...authorised, ...postings.withdrawalApproved(withdrawal(mode))];
    assert.deepEqual(effect(whole), {
      'bank:ziraat': -paid,
      'partner_balance:acme': -cost,
      'partner_commission:acme': 3_000n,
    });
  }
});

test('a withdrawal that is released, or whose payout comes back, leaves every balance as it was', () => {
  for (const mode of SETTLEMENT_MODES) {
    const one = withdrawal(mode);
    const authorised = postings.withdrawalAuthorised(one);
    assert.deepEqual(effect([...authorised, ...postings.withdrawalReleased(one)]), {});
    const returned = [...authorised, ...postings.withdrawalApproved(one), ...postings.payoutReturned(one)];
    assert.deepEqual(effect(returned), {});
  }
});

test('the other operations move what their names say', () => {
  const amount = { ...PARTNER, ...BANK, amountCents: cents(500n) };
  assert.deepEqual(effect(postings.settledToPartner(amount)), {
    'bank:ziraat': -500n,
    'partner_balance:acme': -500n,
  });
  assert.deepEqual(effect(postings.toppedUp(amount)), { 'bank:ziraat': 500n, 'partner_balance:acme': 500n });
  assert.deepEqual(effect(postings.internalTransferSent(amount)), { 'bank:ziraat': -500n, in_transit: 500n });
  assert.deepEqual(effect(postings.internalTransferArrived(amount)), {
    'bank:ziraat': 500n,
    in_transit: -500n,
  });
  assert.deepEqual(effect(postings.bankFeeCharged(amount)), { 'bank:ziraat': -500n, bank_fees: 500n });
  const adjustment = {
    debit: { kind: 'owner_funds' },
    credit: { kind: 'bank', ...BANK },
    amountCents: cents(5n),
  } as const;
  assert.deepEqual(effect(postings.adjusted(adjustment)), { owner_funds: -5n, 'bank:ziraat': -5n });
});

test('what goes wrong at a bank is booked where it happened', () => {
  const amount = { ...BANK, amountCents: cents(500n) };
  const short = { ...amount, amountCents: cents(490n), feeCents: cents(10n) };
  for (const arrived of [postings.internalTransferArrived(short), postings.internalTransferReturned(short)]) {
    assert.deepEqual(effect(arrived), { 'bank:ziraat': 490n, bank_fees: 10n, in_transit: -500n });
  }
  assert.deepEqual(effect(postings.misdirectedSent(amount)), { 'bank:ziraat': -500n, receivable: 500n });
  assert.deepEqual(effect(postings.misdirectedRecovered(amount)), { 'bank:ziraat': 500n, receivable: -500n });
  const moved = { fromBankAccountId: 'ziraat', toBankAccountId: 'akbank', amountCents: cents(500n) };
  assert.deepEqual(effect(postings.depositAccountCorrected(moved)), {
    'bank:ziraat': -500n,
    'bank:akbank': 500n,
  });
  assert.deepEqual(effect(postings.withdrawalAccountCorrected(moved)), {
    'bank:ziraat': 500n,
    'bank:akbank': -500n,
  });
});

test('a payout that comes back short, and elsewhere, gives the partner all of it', () => {
  for (const mode of SETTLEMENT_MODES) {
    const one = withdrawal(mode);
    const arrival = { bankAccountId: 'akbank', amountCents: cents(one.playerAmountCents - 1_000n) };
    const whole = [
      ...postings.withdrawalAuthorised(one),
      ...postings.withdrawalApproved(one),
      ...postings.payoutReturned({ ...one, arrival }),
    ];
    assert.deepEqual(effect(whole), {
      'bank:ziraat': negateCents(one.playerAmountCents),
      'bank:akbank': arrival.amountCents,
      bank_fees: 1_000n,
    });
  }
});

test('a correction of amount and account takes all from the one and puts what came to the other', () => {
  const corrected = postings.depositCorrected({
    ...PARTNER,
    ...BANK,
    before: { netAmountCents: cents(97_000n), commissionCents: cents(3_000n) },
    after: { netAmountCents: cents(9_700n), commissionCents: cents(300n) },
    toBankAccountId: 'akbank',
  });
  assert.deepEqual(effect(corrected), {
    'bank:ziraat': -100_000n,
    'bank:akbank': 10_000n,
    'partner_balance:acme': -87_300n,
    'partner_commission:acme': -2_700n,
  });
});

test('without a commission there is no transfer of zero', () => {
  const deposit = { ...PARTNER, ...BANK, netAmountCents: cents(100n), commissionCents: cents(0n) };
  assert.equal(postings.depositApproved(deposit).length, 1);
});

const anyMoney = fc.record({
  requestedCents: fc.bigInt({ min: 1n, max: 10n ** 12n }).map(cents),
  terms: fc.record({
    basisPoints: fc.integer({ min: 0, max: 10_000 }),
    fixedCents: fc.bigInt({ min: 0n, max: 10n ** 6n }).map(cents),
    mode: fc.constantFrom(...SETTLEMENT_MODES),
  }),
});

test('under any terms a decision changes the partner’s balance by exactly the balance impact that it announced', () => {
  fc.assert(
    fc.property(anyMoney, ({ requestedCents, terms }) => {
      const deposit = depositAmounts({ requestedCents, actualCents: null, terms });
      if (leavesSomething(deposit)) {
        const balances = effect(postings.depositApproved({ ...PARTNER, ...BANK, ...deposit }));
        assert.equal(balances['partner_balance:acme'], deposit.balanceImpactCents);
        assert.equal(balances['bank:ziraat'], requestedCents);
      }
      const payout = withdrawalAmounts({ requestedCents, terms });
      if (leavesSomething(payout)) {
        const whole = { ...PARTNER, ...BANK, ...payout };
        const balances = effect([
          ...postings.withdrawalAuthorised(whole),
          ...postings.withdrawalApproved(whole),
        ]);
        assert.equal(balances['partner_balance:acme'], payout.balanceImpactCents);
        assert.equal(balances['bank:ziraat'], negateCents(payout.playerAmountCents));
        assert.equal(balances['partner_reserved:acme'], undefined, 'nothing stays reserved');
      }
    }),
  );
});

test('bank accounts, bank fees, money in transit and money that is out rise by debits, all other accounts by credits', () => {
  const debitNormal = Object.entries(ACCOUNT_KINDS).filter(([, { normalSide }]) => normalSide === 'debit');
  assert.deepEqual(debitNormal.map(([kind]) => kind).sort(), [
    'bank',
    'bank_fees',
    'in_transit',
    'receivable',
  ]);
});

test('a correction changes every share from the approved amount to the amount that really came', () => {
  const approved = { netAmountCents: cents(97_000n), commissionCents: cents(3_000n) };
  const right = { netAmountCents: cents(9_700n), commissionCents: cents(300n) };
  const nothing = { netAmountCents: cents(0n), commissionCents: cents(0n) };
  for (const [before, after] of [
    [approved, right],
    [right, approved],
    [approved, nothing],
    [approved, approved],
  ] as const) {
    const corrected = postings.depositCorrected({ ...PARTNER, ...BANK, before, after });
    const whole = [...postings.depositApproved({ ...PARTNER, ...BANK, ...before }), ...corrected];
    const wanted = effect(postings.depositApproved({ ...PARTNER, ...BANK, ...after }));
    assert.deepEqual(effect(whole), wanted);
  }
});

test('refused money is at the bank and nobody’s, until it is credited or goes back', () => {
  const refused = postings.depositRefused({ ...BANK, amountCents: cents(95_000n) });
  assert.deepEqual(effect(refused), { 'bank:ziraat': 95_000n, 'unallocated:ziraat': 95_000n });
  const shares = { netAmountCents: cents(58_200n), commissionCents: cents(1_800n) };
  const credited = postings.refusedMoneyCredited({ ...PARTNER, ...BANK, ...shares });
  assert.deepEqual(postings.bankMovements(credited), [], 'nothing moves at the bank again');
  const returned = postings.returnedToSender({ ...BANK, amountCents: cents(35_000n) });
  assert.deepEqual(effect([...refused, ...credited, ...returned]), {
    'bank:ziraat': 60_000n,
    'partner_balance:acme': 58_200n,
    'partner_commission:acme': 1_800n,
  });
  const nothing = { netAmountCents: cents(0n), commissionCents: cents(0n) };
  const undone = postings.depositCorrected({
    ...PARTNER,
    ...BANK,
    refusedTransactionId: 'refused',
    before: shares,
    after: nothing,
  });
  assert.deepEqual(effect([...credited, ...undone]), {}, 'a correction puts it back where it was');
});

test('a deposit that is rejected posts the money that was seen, unless it was refused before', () => {
  const waiting = { status: 'waiting_confirmation', stage: null } as const;
  const reject = transition('deposit', waiting, 'reject');
  const approve = transition('deposit', waiting, 'approve');
  assert.ok(reject && approve);
  const deposit = { ...withdrawal('fee_on_top'), id: 'late', netAmountCents: cents(97_000n) };
  const seen = { moneySeenCents: cents(100n) };
  const named = { refusedTransactionId: 'refused' };
  const posted = (edge: typeof reject, more: object) => {
    const posting = postings.transitionPosting(edge, { ...deposit, ...more });
    return posting && [posting.kind, posting.refusedTransactionId];
  };
  assert.equal(posted(reject, {}), undefined);
  assert.deepEqual(posted(reject, seen), ['deposit_refused', 'late']);
  assert.equal(posted(reject, { ...seen, ...named }), undefined);
  assert.deepEqual(posted(approve, seen), ['deposit_approved', undefined]);
  assert.deepEqual(posted(approve, named), ['refused_money_credited', 'refused']);
});

test('every state change posts what its name says, and most post nothing', () => {
  const money = { ...PARTNER, ...BANK, netAmountCents: null, ...withdrawal('fee_on_top') };
  const posting = TRANSITIONS.map((edge) => [
    edge.type,
    edge.from?.stage ?? edge.from?.status ?? 'new',
    edge.trigger,
    postings.transitionPosting(edge, { ...money, netAmountCents: cents(97_000n) })?.kind ?? 'nothing',
  ]);
  assert.deepEqual(
    posting.filter(([, , , kind]) => kind !== 'nothing'),
    [
      ['deposit', 'waiting_confirmation', 'approve', 'deposit_approved'],
      ['withdrawal', 'taken', 'authorise', 'withdrawal_authorised'],
      ['withdrawal', 'authorised', 'release_authorised', 'withdrawal_released'],
      ['withdrawal', 'authorised', 'approve', 'withdrawal_approved'],
      ['withdrawal', 'authorised', 'reject', 'withdrawal_released'],
      ['withdrawal', 'approved', 'payout_returned', 'payout_returned'],
    ],
  );
});

test('money that would move at a bank without a recorded account is refused', () => {
  const edge = transition('withdrawal', { status: 'waiting_confirmation', stage: 'authorised' }, 'approve');
  assert.ok(edge);
  const homeless = { ...withdrawal('fee_on_top'), netAmountCents: null, bankAccountId: null };
  assert.throws(() => postings.transitionPosting(edge, homeless), /with a recorded bank account/);
});

test('the bank sees one movement of the whole amount, however many transfers share it', () => {
  const deposit = { ...PARTNER, ...BANK, netAmountCents: cents(97_000n), commissionCents: cents(3_000n) };
  assert.deepEqual(postings.bankMovements(postings.depositApproved(deposit)), [
    { bankAccountId: 'ziraat', amountCents: 100_000n },
  ]);
  assert.deepEqual(postings.bankMovements(postings.withdrawalAuthorised(withdrawal('fee_on_top'))), []);
  const between = postings.operationPosting({
    kind: 'adjusted',
    debit: { kind: 'bank', bankAccountId: 'b' },
    credit: { kind: 'bank', bankAccountId: 'a' },
    amountCents: cents(7n),
  });
  assert.deepEqual(postings.bankMovements(between.transfers), [
    { bankAccountId: 'a', amountCents: -7n },
    { bankAccountId: 'b', amountCents: 7n },
  ]);
});
