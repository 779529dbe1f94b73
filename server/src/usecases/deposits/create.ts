import { depositAmounts, leavesSomething } from '@vezne/domain/commission';
import type { Cents } from '@vezne/domain/money';
import { INITIAL_STATE } from '@vezne/domain/transaction-state';
import type { Language } from '@vezne/domain/written';
import type { NewTransaction } from '../../db/write/transactions/transactions.ts';
import { newId } from '../../ids.ts';
import type { PageTokens } from '../../keys/page-token.ts';
import { RefusedError, refused } from '../refusal.ts';
import { admit, createOrReplay } from '../transactions/create.ts';
import type { CreateCall, Creation } from '../transactions/create.ts';
import type { Creations } from '../transactions/creations.ts';
import type { PlayerDays } from '../transactions/player-days.ts';
import type { AccountAssignments } from './account-assignments.ts';
import type { ReferenceCodes } from './reference-codes.ts';

export interface DepositDetails {
  externalReference: string;
  amountCents: Cents;
  currency: string;
  redirectUrl: string;
  /** Host of redirectUrl, to check against the partner's allow-list. */
  redirectHost: string;
  customer: { id: string; username: string; fullName: string; email: string | null };
  /** In which the page opens, if the partner says so. */
  language?: Language | undefined;
}

export interface DepositServices {
  creations: Creations;
  assignments: AccountAssignments;
  referenceCodes: ReferenceCodes;
  pageTokens: PageTokens;
  playerDays: PlayerDays;
}

/** Creates a deposit that waits for the player's transfer, or returns the one that already has this reference. */
export async function createDeposit(
  services: DepositServices,
  call: CreateCall<DepositDetails>,
): Promise<Creation> {
  const makeRow = async (byMs: number) => await depositRow(services, call, byMs);
  const { bankAccountId, ...creation } = await createOrReplay(services.creations, { ...call, makeRow });
  if (bankAccountId !== null) services.assignments.record(bankAccountId, creation.stored.amountCents);
  return creation;
}

async function depositRow(
  { creations, assignments, referenceCodes, pageTokens, playerDays }: DepositServices,
  { partner, view, nowMs, details }: CreateCall<DepositDetails>,
  byMs: number,
): Promise<NewTransaction> {
  if (details instanceof RefusedError) throw details;
  const { amountCents, currency, customer, redirectHost } = details;
  const creation = { type: 'deposit', partner, view, nowMs, customerId: customer.id, amountCents } as const;
  admit(creations, creation);
  if (partner.redirectHosts.size > 0 && !partner.redirectHosts.has(redirectHost)) {
    throw refused('redirect_host_not_allowed', { host: redirectHost });
  }
  const terms = partner.terms.deposit;
  const amounts = depositAmounts({ requestedCents: amountCents, actualCents: null, terms });
  if (!leavesSomething(amounts)) throw refused('commission_exceeds_amount');
  await playerDays.admit({ ...creation, byMs });
  const bankAccountId = assignments.choose(view, { currency, amountCents });
  if (bankAccountId === undefined) throw refused('no_deposit_account');
  const reference = await referenceCodes.next(byMs);

  return {
    id: newId(),
    partnerId: partner.id,
    type: 'deposit',
    ...INITIAL_STATE.deposit,
    externalReference: details.externalReference,
    currency,
    amountCents,
    ...amounts,
    basisPoints: terms.basisPoints,
    fixedCents: terms.fixedCents,
    settlementMode: terms.mode,
    customerId: customer.id,
    customerUsername: customer.username,
    customerFullName: customer.fullName,
    customerEmail: customer.email,
    bankAccountId,
    referenceCode: reference.code,
    referenceNumber: reference.number,
    redirectUrl: details.redirectUrl,
    language: details.language ?? null,
    pageKeyVersion: pageTokens.currentVersion,
    expirySeconds: partner.depositExpirySeconds,
    payoutBankName: null,
    payoutHolderName: null,
    payoutIban: null,
  };
}
