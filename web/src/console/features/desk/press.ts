import type { DecisionAnswer } from '@vezne/contract/console/decisions';
import type { Decisions, Press, PressResult } from './decisions.ts';

/** What a press says, and how it is sent. */
export type Said = Pick<Press, 'what' | 'goesOn' | 'made' | 'done'> & {
  send: (common: { seen: string; decisionId: string }) => Promise<DecisionAnswer>;
};

/** Presses once. The press gets an id of its own, which stays with it through every try. */
export async function pressOnce(
  decisions: Decisions,
  { id, seen, name }: { id: string; seen: string; name: string },
  { send, ...said }: Said,
): Promise<PressResult> {
  const decisionId = crypto.randomUUID();
  const common = { seen, decisionId };
  return await decisions.press({
    ...said,
    decisionId,
    transactionId: id,
    name,
    send: async () => await send(common),
  });
}
