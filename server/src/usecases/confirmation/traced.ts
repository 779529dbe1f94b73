import type { Tracing } from '../../tracing/tracing.ts';
import { toldOfError } from '../decisions/traced.ts';
import { readStoredInput } from '../four-eyes/stored-input.ts';
import type { Confirmation } from './prepared.ts';

/** What a second person confirms becomes a step of the trace of each transaction that it is about. */
export async function tracedConfirmation<Result>(
  tracing: Tracing,
  { asked, actor }: Pick<Confirmation, 'asked' | 'actor'>,
  confirm: () => Promise<Result>,
): Promise<Result> {
  const startedAtMs = Date.now();
  const started = performance.now();
  const record = ({ attributes, error }: ReturnType<typeof toldOfError>): void => {
    const durationMs = performance.now() - started;
    for (const transactionId of transactionsOf(asked.details)) {
      tracing.record({
        name: `confirmation ${asked.action}`,
        kind: 'internal',
        transactionId,
        startedAtMs,
        durationMs,
        attributes: {
          'vezne.action': asked.action,
          'vezne.by': actor.kind,
          'vezne.asked_id': asked.id,
          ...attributes,
        },
        error,
      });
    }
  };
  try {
    const result = await confirm();
    record({ attributes: { 'vezne.outcome': 'made' } });
    return result;
  } catch (error) {
    record(toldOfError(error));
    throw error;
  }
}

/** A request names one transaction, or the deposits of a bulk, or none. */
function transactionsOf(details: unknown): string[] {
  const { transactionId, deposits = [] } = (readStoredInput(details) ?? {}) as {
    transactionId?: unknown;
    deposits?: { transactionId: string }[];
  };
  return typeof transactionId === 'string' ? [transactionId] : deposits.map((one) => one.transactionId);
}
