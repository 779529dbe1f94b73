/** One fault, from its beginning until it is undone, and what the log says of it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientLog, FaultLine } from './client-log.ts';
import type { Place } from './cluster.ts';
import type { Fault } from './faults.ts';

export async function breakAndMend(
  { name, begin, undo, holdS }: Pick<Fault, 'name' | 'begin' | 'undo' | 'holdS'>,
  { place, log }: { place: Place; log: Pick<ClientLog, 'note'> },
): Promise<void> {
  const { nodes, aloneFrom, ...seen } = await begin(place);
  log.note({ kind: 'fault', at: Date.now(), step: 'broken', name, nodes: nodes.join(' '), ...seen });
  await sleep(holdS * 1_000);
  // Before it is mended: a standby that was started may confirm at any moment.
  const alone = aloneUntilNow(aloneFrom);
  await undo(place, nodes);
  log.note({ kind: 'fault', at: Date.now(), step: 'undone', name, ...alone });
}

function aloneUntilNow(from: number | undefined): Pick<FaultLine, 'alone'> {
  return from === undefined ? {} : { alone: { from, to: Date.now() } };
}
