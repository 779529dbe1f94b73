/**
 * Both standbys are lost with their disks, and are copied anew from the primary while the load runs. A copy that has not ended is no standby: what
 * is acknowledged by it alone is lost with the primary.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { runKit } from './cluster.ts';
import type { NodeName, Place } from './cluster.ts';
import type { Span } from './gaps.ts';
import { isFollowed, loseStandbys } from './lost-standbys.ts';
import { findPrimary } from './roles.ts';

/** A copy that waits for a checkpoint in its own time takes almost five minutes. */
const COPIED_WITHIN_MS = 330_000;
const PAUSE_MS = 100;

interface Lost {
  nodes: NodeName[];
  /** They were seen to be silent. */
  isFelt: boolean;
  /** The primary had no standby for so long. */
  alone: Span;
}

export async function loseStandbyDisks(place: Place): Promise<Lost> {
  const primary = await findPrimary(place);
  const { nodes, isFelt, aloneFrom: from } = await loseStandbys(place);
  await sleep(from - Date.now());
  await Promise.all(nodes.map(async (node) => await runKit(place, 'lose-data', node)));
  await Promise.all(nodes.map(async (node) => await runKit(place, 'start-node', node)));
  return { nodes, isFelt, alone: { from, to: await untilOneFollows(place, primary) } };
}

/** The last moment at which none did. */
async function untilOneFollows(place: Place, primary: NodeName): Promise<number> {
  const deadline = Date.now() + COPIED_WITHIN_MS;
  let none = Date.now();
  while (Date.now() < deadline) {
    const askedAt = Date.now();
    if (await isFollowed(place, primary)) break;
    none = askedAt;
    await sleep(PAUSE_MS);
  }
  return none;
}
