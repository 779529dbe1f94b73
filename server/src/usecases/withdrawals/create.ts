import { leavesSomething, withdrawalAmounts } from '@vezne/domain/commission';
import type { Cents } from '@vezne/domain/money';
import { INITIAL_STATE } from '@vezne/domain/transaction-state';
import type { NewTransaction } from '../../db/write/transactions.ts';
import { newId } from '../../ids.ts';
import type { ConfigurationView, Partner } from '../configuration/model.ts';
import { Refusal } from '../refusal.ts';
import type { ApiServices } from '../services.ts';
import { refuseIfPausedOrOutOfRange } from '../transactions/admission.ts';
import { createOrReplay } from '../transactions/create.ts';
import type { Creation, CreationIdentity } from '../transactions/create.ts';

export interface WithdrawalRequest {
  externalReference: string;
  amountCents: Cents;
  currency: string;
  customer: { id: string; username: string; fullName: string };
  account: { bankName: string; holderName: string; iban: string };
}

/** Creates a withdrawal that waits in the operators' queue, or returns the one this reference already has. */
export async function createWithdrawal(
  services: ApiServices,
  call: { partner: Partner; view: ConfigurationView; request: WithdrawalRequest; isAbandoned: () => boolean },
): Promise<Creation> {
  const { partner, view, request, isAbandoned } = call;
  return await createOrReplay(services.creations, {
    identity: withdrawalIdentity(partner, request),
    build: async () => buildWithdrawal(partner, view, request),
    isAbandoned,
  });
}

export function withdrawalIdentity(
  partner: Partner,
  request: {
    externalReference: string;
    amountCents: Cents;
    currency: string;
    customer: { id: string };
    account: { iban: string };
  },
): CreationIdentity {
  return {
    partnerId: partner.id,
    type: 'withdrawal',
    externalReference: request.externalReference,
    amountCents: request.amountCents,
    currency: request.currency,
    customerId: request.customer.id,
    payoutIban: request.account.iban,
  };
}

function buildWithdrawal(
  partner: Partner,
  view: ConfigurationView,
  request: WithdrawalRequest,
): NewTransaction {
  const { amountCents, customer, account } = request;
  refuseIfPausedOrOutOfRange('withdrawal', { partner, configuration: view.configuration, amountCents });
  const terms = partner.terms.withdrawal;
  const amounts = withdrawalAmounts({ requestedCents: amountCents, terms });
  if (!leavesSomething(amounts)) throw new Refusal('commission_exceeds_amount');

  return {
    id: newId(),
    partnerId: partner.id,
    type: 'withdrawal',
    ...INITIAL_STATE.withdrawal,
    externalReference: request.externalReference,
    currency: request.currency,
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
    redirectUrl: null,
    pageKeyVersion: null,
    expirySeconds: null,
    payoutBankName: account.bankName,
    payoutHolderName: account.holderName,
    payoutIban: account.iban,
  };
}
