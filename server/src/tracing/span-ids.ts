export interface TraceIds {
  traceId: string;
  /** Of the step that made the transaction, as every process knows it. */
  rootSpanId: string;
}

/**
 * A trace id has 16 bytes, as a uuid has. The root is named by its last eight, which are random but for the two bits of the variant, so they
 * are never all zero, which would be no span id.
 */
export function traceIdsOf(transactionId: string): TraceIds | undefined {
  const traceId = transactionId.replace(/^txn_/, '').replaceAll('-', '');
  if (!/^[0-9a-f]{32}$/.test(traceId)) return undefined;
  return { traceId, rootSpanId: traceId.slice(16) };
}
