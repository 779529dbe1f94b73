/** A request to the service, before it is signed. */
export type Operation = {
  kind: 'createDeposit' | 'createWithdrawal' | 'cancelTransaction' | 'read';
  method: 'GET' | 'POST';
  /** From `/v1/` on, with the query string. */
  path: string;
  /** The body as sent; empty if there is none. */
  body: string;
  /** How error messages name it, such as `deposit order-1`. */
  subject: string;
  externalReference?: string | undefined;
};

export function isCreate({ kind }: Pick<Operation, 'kind'>): boolean {
  return kind === 'createDeposit' || kind === 'createWithdrawal';
}
