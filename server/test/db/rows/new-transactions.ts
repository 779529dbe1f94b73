import type pg from 'pg';
import { depositAmounts, withdrawalAmounts } from '@vezne/domain/commission';
import { cents } from '@vezne/domain/money';
import type { NewTransaction } from '../../../src/db/write/transactions/transactions.ts';
import { newId } from '../../../src/ids.ts';
import { insertBankAccount, insertPartner, newReference } from '../../harness/factories.ts';
import { newReferenceCode, newReferenceNumber } from './valid-rows.ts';

const AMOUNT_CENTS = cents(100_000n);
const TERMS = { basisPoints: 300, fixedCents: cents(0n), mode: 'deduct_from_amount' } as const;

export interface Desk {
  partnerId: string;
  bankAccountId: string;
  otherBankAccountId: string;
}

/** A partner and two bank accounts. */
export async function openDesk(owner: pg.Pool): Promise<Desk> {
  return {
    partnerId: (await insertPartner(owner)).id,
    bankAccountId: (await insertBankAccount(owner)).id,
    otherBankAccountId: (await insertBankAccount(owner)).id,
  };
}

function common(desk: Desk) {
  return {
    id: newId(),
    partnerId: desk.partnerId,
    externalReference: newReference(),
    currency: 'TRY',
    amountCents: AMOUNT_CENTS,
    basisPoints: TERMS.basisPoints,
    fixedCents: TERMS.fixedCents,
    settlementMode: TERMS.mode,
    // Every deposit has its own player unless a test says otherwise, because returning players are a separate case.
    customerId: newReference(),
    customerUsername: 'ayse',
    customerFullName: 'Ayşe Işık',
    customerEmail: null,
  };
}

export function newDeposit(desk: Desk, changes: Partial<NewTransaction> = {}): NewTransaction {
  return {
    ...common(desk),
    ...depositAmounts({ requestedCents: AMOUNT_CENTS, actualCents: null, terms: TERMS }),
    type: 'deposit',
    status: 'waiting_payment',
    stage: null,
    bankAccountId: desk.bankAccountId,
    referenceCode: newReferenceCode(),
    referenceNumber: newReferenceNumber(),
    redirectUrl: 'https://shop.example/return',
    language: null,
    pageKeyVersion: 1,
    expirySeconds: 3_600,
    payoutBankName: null,
    payoutHolderName: null,
    payoutIban: null,
    ...changes,
  };
}

export function newWithdrawal(desk: Desk, changes: Partial<NewTransaction> = {}): NewTransaction {
  return {
    ...common(desk),
    ...withdrawalAmounts({ requestedCents: AMOUNT_CENTS, terms: TERMS }),
    netAmountCents: null,
    type: 'withdrawal',
    status: 'waiting_confirmation',
    stage: 'queued',
    bankAccountId: null,
    referenceCode: null,
    referenceNumber: null,
    redirectUrl: null,
    language: null,
    pageKeyVersion: null,
    expirySeconds: null,
    payoutBankName: 'Ziraat Bankası',
    payoutHolderName: 'Ayşe Işık',
    payoutIban: 'TR330006100519786457841326',
    ...changes,
  };
}
