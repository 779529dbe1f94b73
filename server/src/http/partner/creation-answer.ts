import type { DepositTransaction } from '@vezne/contract/deposits';
import type { WithdrawalTransaction } from '@vezne/contract/withdrawals';
import { depositAmounts, withdrawalAmounts } from '@vezne/domain/commission';
import type { Terms } from '@vezne/domain/commission';
import { toWireInteger } from '@vezne/domain/money';
import type { StoredCreation } from '../../db/read/transactions.ts';
import { toTransactionId } from '../../ids.ts';
import type { PageTokens } from '../../keys/page-token.ts';

/**
 * The answer to a create call. It is made from what never changes after creation, so that the first answer and every
 * replay are the same bytes, whatever has become of the transaction since.
 */
export function depositAnswer(
  stored: StoredCreation,
  { publicUrl, pageTokens }: { publicUrl: string; pageTokens: PageTokens },
): DepositTransaction {
  const { referenceCode, redirectUrl, pageKeyVersion } = stored;
  if (referenceCode === null || redirectUrl === null || pageKeyVersion === null) {
    throw new Error(`Deposit ${stored.id} lacks a field that the database requires.`);
  }
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
    referenceCode,
    redirectUrl,
    hostedUrl: hostedUrl(publicUrl, stored.id, pageTokens.tokenOf(stored.id, pageKeyVersion)),
  };
}

export function withdrawalAnswer(stored: StoredCreation): WithdrawalTransaction {
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

/** The id finds the row without an index of its own; the token proves that the address came from us. */
function hostedUrl(publicUrl: string, id: string, token: string): string {
  return `${publicUrl}/pay/${toTransactionId(id)}/${token}`;
}

function termsOf(stored: StoredCreation): Terms {
  return { basisPoints: stored.basisPoints, fixedCents: stored.fixedCents, mode: stored.settlementMode };
}
