import type { DepositTransaction } from '@vezne/contract/partner/deposits';
import { toTransactionId } from '../../ids.ts';
import type { PageTokens } from '../../keys/page-token.ts';

/** What the addresses of hosted pages are made of. */
export interface HostedPages {
  publicUrl: string;
  pageTokens: PageTokens;
}

/** The fields of a deposit that lead the player somewhere. The database requires them of every deposit. */
export function depositAddresses(
  deposit: {
    id: string;
    referenceCode: string | null;
    redirectUrl: string | null;
    pageKeyVersion: number | null;
  },
  { publicUrl, pageTokens }: HostedPages,
): Pick<DepositTransaction, 'referenceCode' | 'redirectUrl' | 'hostedUrl'> {
  const { id, referenceCode, redirectUrl, pageKeyVersion } = deposit;
  if (referenceCode === null || redirectUrl === null || pageKeyVersion === null) {
    throw new Error(`Deposit ${id} lacks a field that the database requires.`);
  }
  // The id finds the row without an index of its own; the token proves that the address came from us.
  const hostedUrl = `${publicUrl}/pay/${toTransactionId(id)}/${pageTokens.tokenOf(id, pageKeyVersion)}`;
  return { referenceCode, redirectUrl, hostedUrl };
}
