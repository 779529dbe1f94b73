import { leavesSomething, withdrawalAmounts } from '@vezne/domain/commission';
import type { Cents } from '@vezne/domain/money';
import { INITIAL_STATE } from '@vezne/domain/transaction-state';
import type { NewTransaction } from '../../db/write/transactions/transactions.ts';
import { newId } from '../../ids.ts';
import { RefusedError, refused } from '../refusal.ts';
import { admit, createOrReplay } from '../transactions/create.ts';
import type { CreateCall, Creation } from '../transactions/create.ts';
import type { Creations } from '../transactions/creations.ts';
import type { PlayerDays } from '../transactions/player-days.ts';
import { checkPayoutAccount } from './payout-account.ts';

export interface WithdrawalDetails {
  externalReference: string;
  amountCents: Cents;
  currency: string;
  customer: { id: string; username: string; fullName: string };
  account: { bankName: string; holderName: string; iban: string };
}

export interface WithdrawalServices {
  creations: Creations;
  playerDays: PlayerDays;
}

/** Creates a withdrawal that waits in the operators' queue, or returns the one that already has this reference. */
export async function createWithdrawal(
  services: WithdrawalServices,
  call: CreateCall<WithdrawalDetails>,
): Promise<Creation> {
  const makeRow = async (byMs: number) => await withdrawalRow(services, call, byMs);
  const { stored, isReplay } = await createOrReplay(services.creations, { ...call, makeRow });
  return { stored, isReplay };
}

async function withdrawalRow(
  { creations, playerDays }: WithdrawalServices,
  { partner, view, nowMs, details }: CreateCall<WithdrawalDetails>,
  byMs: number,
): Promise<NewTransaction> {
  if (details instanceof RefusedError) throw details;
  const { amountCents, customer, account } = details;
  const creation = {
    type: 'withdrawal',
    partner,
    view,
    nowMs,
    customerId: customer.id,
    amountCents,
  } as const;
  admit(creations, creation);
  checkPayoutAccount({ partner, view, nowMs }, { playerName: customer.fullName, account });
  const terms = partner.terms.withdrawal;
  const amounts = withdrawalAmounts({ requestedCents: amountCents, terms });
  if (!leavesSomething(amounts)) throw refused('commission_exceeds_amount');
  await playerDays.admit({ ...creation, byMs });

  return {
    id: newId(),
    partnerId: partner.id,
    type: 'withdrawal',
    ...INITIAL_STATE.withdrawal,
    externalReference: details.externalReference,
    currency: details.currency,
    amountCents,
    netAmountCents: null,
    ...amounts,
    basisPoints: terms.basisPoints,
    fixedCents: terms.fixedCents,
    settlementMode: terms.mode,
    customerId: customer.id,
    customerUsername: customer.username,
    customerFullName: customer.fullName,
    customerEmail: null,
    bankAccountId: null,
    referenceCode: null,
    referenceNumber: null,
    redirectUrl: null,
    language: null,
    pageKeyVersion: null,
    expirySeconds: null,
    payoutBankName: account.bankName,
    payoutHolderName: account.holderName,
    payoutIban: account.iban,
  };
}
