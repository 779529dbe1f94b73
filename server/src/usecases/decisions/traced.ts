import type { Tracing } from '../../tracing/tracing.ts';
import { RefusedError } from '../refusal.ts';
import type { Decision, DecisionResult } from './decision.ts';

type Submit = (decision: Decision) => Promise<DecisionResult>;

/** Each decision becomes a step of its transaction's trace: what was to be done, and what came of it. Never who, how much or to whom. */
export function tracedSubmit(submit: Submit, tracing: Tracing): Submit {
  return async (decision) => {
    const startedAtMs = Date.now();
    const started = performance.now();
    // The transaction's own state says what a decision is, so its name is known when it was looked at.
    let trigger: string | undefined = decision.press?.trigger;
    const watched: Decision = {
      ...decision,
      change(row, facts) {
        const change = decision.change(row, facts);
        if (typeof change !== 'string') ({ trigger } = change);
        return change;
      },
    };
    const record = (result: Told): void =>
      tracing.record({
        name: `decision ${trigger ?? 'unknown'}`,
        kind: 'internal',
        transactionId: decision.transactionId,
        startedAtMs,
        durationMs: performance.now() - started,
        attributes: { 'vezne.action': trigger, 'vezne.by': decision.actor.kind, ...result.attributes },
        error: result.error,
      });
    try {
      const result = await submit(watched);
      record(toldOf(result));
      return result;
    } catch (error) {
      record(toldOfError(error));
      throw error;
    }
  };
}

interface Told {
  attributes: Readonly<Record<string, string | null>>;
  error?: string;
}

function toldOf(result: DecisionResult): Told {
  const { outcome } = result;
  switch (outcome) {
    case 'made':
      return {
        attributes: { 'vezne.outcome': outcome, 'vezne.status': result.status, 'vezne.stage': result.stage },
      };
    case 'asked':
      return { attributes: { 'vezne.outcome': outcome, 'vezne.asked_id': result.requestId } };
    case 'refused':
      return { attributes: { 'vezne.outcome': outcome, 'vezne.code': result.refusal.code } };
  }
}

/** A refusal is an answer. Anything else went wrong, and its words may show values, so only its name is told. */
export function toldOfError(error: unknown): Told {
  if (error instanceof RefusedError)
    return { attributes: { 'vezne.outcome': 'refused', 'vezne.code': error.refusal.code } };
  return {
    attributes: { 'vezne.outcome': 'failed' },
    error: error instanceof Error ? error.name : 'unknown',
  };
}
