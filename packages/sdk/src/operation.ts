/** A request to the service, before it is signed. */
export type Operation = {
  kind: 'createDeposit' | 'createWithdrawal' | 'cancelTransaction' | 'read';
  method: 'GET' | 'POST';
  /** From `/v1/` on, with the query string. */
  path: string;
  /** The body as sent; empty where there is none. */
  body: string;
  /** What a sentence about it names, such as `deposit order-1`. */
  subject: string;
  externalReference?: string | undefined;
};

export function isCreate({ kind }: Pick<Operation, 'kind'>): boolean {
  return kind === 'createDeposit' || kind === 'createWithdrawal';
}
