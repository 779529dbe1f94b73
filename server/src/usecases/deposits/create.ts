import { depositAmounts, leavesSomething } from '@vezne/domain/commission';
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

export interface DepositRequest {
  externalReference: string;
  amountCents: Cents;
  currency: string;
  redirectUrl: string;
  /** Host of redirectUrl, for the partner's allow-list. */
  redirectHost: string;
  customer: { id: string; username: string; fullName: string; email: string | null };
}

/** Creates a deposit that waits for the player's transfer, or returns the one this reference already has. */
export async function createDeposit(
  services: ApiServices,
  call: { partner: Partner; view: ConfigurationView; request: DepositRequest; isAbandoned: () => boolean },
): Promise<Creation> {
  const { partner, view, request, isAbandoned } = call;
  return await createOrReplay(services.creations, {
    identity: depositIdentity(partner, request),
    build: async () => await buildDeposit(services, partner, view, request),
    isAbandoned,
    onCreated: (row, bankAccountId) => {
      if (bankAccountId !== null) services.assignments.record(bankAccountId, row.amountCents);
    },
  });
}

export function depositIdentity(
  partner: Partner,
  request: { externalReference: string; amountCents: Cents; currency: string; customer: { id: string } },
): CreationIdentity {
  return {
    partnerId: partner.id,
    type: 'deposit',
    externalReference: request.externalReference,
    amountCents: request.amountCents,
    currency: request.currency,
    customerId: request.customer.id,
    payoutIban: null,
  };
}

async function buildDeposit(
  services: ApiServices,
  partner: Partner,
  view: ConfigurationView,
  request: DepositRequest,
): Promise<NewTransaction> {
  const { amountCents, currency, customer } = request;
  refuseIfPausedOrOutOfRange('deposit', { partner, configuration: view.configuration, amountCents });
  if (partner.redirectHosts.size > 0 && !partner.redirectHosts.has(request.redirectHost)) {
    const problem = `names the host ${request.redirectHost}, which is not on your list of allowed hosts`;
    throw new Refusal('invalid_request', { fields: [{ path: 'redirectUrl', problem }] });
  }
  const terms = partner.terms.deposit;
  const amounts = depositAmounts({ requestedCents: amountCents, actualCents: null, terms });
  if (!leavesSomething(amounts)) throw new Refusal('commission_exceeds_amount');
  const bankAccountId = services.assignments.choose(view, { currency, amountCents });
  if (bankAccountId === undefined) throw new Refusal('no_deposit_account');

  return {
    id: newId(),
    partnerId: partner.id,
    type: 'deposit',
    ...INITIAL_STATE.deposit,
    externalReference: request.externalReference,
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
    referenceCode: await services.referenceCodes.next(),
    redirectUrl: request.redirectUrl,
    pageKeyVersion: services.pageTokens.currentVersion,
    expirySeconds: view.configuration.depositExpirySeconds,
    payoutBankName: null,
    payoutHolderName: null,
    payoutIban: null,
  };
}
