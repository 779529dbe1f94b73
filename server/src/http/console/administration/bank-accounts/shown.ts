/** Bank accounts as the contract shows them. */
import type {
  BankAccountDetail,
  BankAccountEntry,
  BankAccountRow,
  FreezePlan as FreezePlanShown,
  FreezeState,
} from '@vezne/contract/console/bank-accounts';
import type { SignedInPerson } from '@vezne/domain/actor';
import { maskIban } from '@vezne/domain/iban';
import { can } from '@vezne/domain/permissions';
import type { BankAccountEntryRow } from '../../../../db/read/ledger/bank-account-entries.ts';
import type { BankAccountOverview } from '../../../../db/read/bank-accounts/bank-account-overviews.ts';
import type { FreezePlan } from '../../../../db/read/bank-accounts/freeze-plan.ts';
import type { BankAccountSeen } from '../../../../usecases/bank-accounts/look-at.ts';
import { moment, momentOrNull, shownRequestNote, wire, wireOrNull } from '../../shown.ts';

export function shownBankAccount(account: BankAccountOverview, viewer: SignedInPerson): BankAccountRow {
  const { id, bankName, holderName, status, depositsPaused, payoutsPaused, openDeposits } = account;
  return {
    id,
    bankName,
    holderName,
    // Auditors recognise an account, and can send nothing to it.
    iban: can(viewer, 'read_queues') ? account.iban : maskIban(account.iban),
    status,
    depositsPaused,
    payoutsPaused,
    dailyCapCents: wireOrNull(account.dailyCapCents),
    usedTodayCents: wire(account.usedTodayCents),
    balanceCents: wire(account.balanceCents),
    openDeposits,
  };
}

export function shownBankAccountDetail(
  { account, openDepositsCents, opening, freeze, waiting }: BankAccountSeen,
  viewer: SignedInPerson,
): BankAccountDetail {
  return {
    ...shownBankAccount(account, viewer),
    toleranceCents: wire(account.toleranceCents),
    authorisedCents: wire(account.authorisedCents),
    unallocatedCents: wire(account.unallocatedCents),
    openDepositsCents: wire(openDepositsCents),
    assignedToday: account.assignedToday,
    createdAt: moment(account.createdAt),
    openedBy: opening ?? null,
    freeze: freeze === undefined ? null : shownFreeze(freeze),
    waiting: waiting.map(({ askedAt, ...change }) => ({ ...change, askedAt: moment(askedAt) })),
  };
}

function shownFreeze(freeze: NonNullable<BankAccountSeen['freeze']>): FreezeState {
  const { frozenAt, worker, settledAt, depositsMoved, movedTo, hasOtherAccount } = freeze;
  return {
    frozenAt: moment(frozenAt),
    worker,
    settledAt: momentOrNull(settledAt),
    depositsMoved,
    movedTo: movedTo.map(({ deposits, ...account }) => ({ ...named(account), deposits })),
    hasOtherAccount,
  };
}

function named({ id, bankName, iban }: { id: string; bankName: string; iban: string }) {
  return { id, bankName, ibanLastFour: iban.slice(-4) };
}

export function shownEntry(row: BankAccountEntryRow): BankAccountEntry {
  const { entryNo, at, kind, amountCents, balanceAfterCents, transaction, partner, note, by, confirmedBy } =
    row;
  return {
    no: String(entryNo),
    at: moment(at),
    kind,
    amountCents: wire(amountCents),
    balanceAfterCents: wire(balanceAfterCents),
    transaction,
    partner,
    note: shownRequestNote(note),
    by,
    confirmedBy,
  };
}

export function shownFreezePlan({ deposits, targets, payouts }: FreezePlan): FreezePlanShown {
  return {
    deposits,
    targets: targets.map(({ deposits: count, cents, ...account }) => ({
      ...named(account),
      deposits: count,
      cents: wire(cents),
    })),
    payoutsReleased: payouts.filter(({ stage }) => stage === 'taken').length,
    payoutsAuthorised: payouts
      .filter(({ stage }) => stage === 'authorised')
      .map(({ id, customerName, cents, inHandsOf, isCopied }) => ({
        id,
        customerName,
        cents: wire(cents),
        inHandsOf,
        isCopied,
      })),
  };
}
