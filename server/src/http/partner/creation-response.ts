import type { DepositTransaction } from '@vezne/contract/partner/deposits';
import type { WithdrawalTransaction } from '@vezne/contract/partner/withdrawals';
import { depositAmounts, withdrawalAmounts } from '@vezne/domain/commission';
import type { Terms } from '@vezne/domain/commission';
import { toWireInteger } from '@vezne/domain/money';
import type { StoredCreation } from '../../db/read/transactions.ts';
import { toTransactionId } from '../../ids.ts';
import { depositAddresses } from './hosted-pages.ts';
import type { HostedPages } from './hosted-pages.ts';

/**
 * The answer to a create call. It is made from what never changes after creation, so that the first answer and every
 * replay are the same bytes, whatever has become of the transaction since.
 */
export function depositResponse(stored: StoredCreation, pages: HostedPages): DepositTransaction {
  const amounts = depositAmounts({
    requestedCents: stored.amountCents,
    actualCents: null,
    terms: termsOf(stored),
  });
  const amountCents = toWireInteger(stored.amountCents);
  return {
    id: toTransactionId(stored.id),
    type: 'deposit',
    status: 'waiting_payment',
    amountCents,
    requestedAmountCents: amountCents,
    actualAmountCents: null,
    commissionCents: toWireInteger(amounts.commissionCents),
    netAmountCents: toWireInteger(amounts.netAmountCents),
    playerAmountCents: toWireInteger(amounts.playerAmountCents),
    balanceImpactCents: toWireInteger(amounts.balanceImpactCents),
    externalReference: stored.externalReference,
    ...depositAddresses(stored, pages),
  };
}

export function withdrawalResponse(stored: StoredCreation): WithdrawalTransaction {
  const amounts = withdrawalAmounts({ requestedCents: stored.amountCents, terms: termsOf(stored) });
  return {
    id: toTransactionId(stored.id),
    type: 'withdrawal',
    status: 'waiting_confirmation',
    amountCents: toWireInteger(stored.amountCents),
    playerAmountCents: toWireInteger(amounts.playerAmountCents),
    commissionCents: toWireInteger(amounts.commissionCents),
    balanceImpactCents: toWireInteger(amounts.balanceImpactCents),
  };
}

function termsOf(stored: StoredCreation): Terms {
  return { basisPoints: stored.basisPoints, fixedCents: stored.fixedCents, mode: stored.settlementMode };
}
