/** The primary is left without a standby. What it acknowledged then would be on one machine. */
import { NODES, runKit } from './cluster.ts';
import type { NodeName, Place } from './cluster.ts';
import { areSilent } from './effects.ts';
import { findPrimary, findStandbys, persistently } from './roles.ts';

/** What the standbys confirmed before has long been told. */
const LAST_ANSWERS_MS = 3_000;
/** Under its own name a node follows only when its copy has ended. */
const FOLLOWING_SQL = `select count(*) from pg_stat_replication where state = 'streaming'
  and application_name in (${NODES.map((node) => `'${node}'`).join(', ')})`;

interface Lost {
  nodes: NodeName[];
  /** They were seen to be silent. */
  isFelt: boolean;
  aloneFrom: number;
}

/** Kills both. They stay away until somebody starts them. */
export async function loseStandbys(place: Place): Promise<Lost> {
  const primary = await findPrimary(place);
  const nodes = await findStandbys(place);
  await Promise.all(nodes.map(async (node) => await runKit(place, 'kill', node, 'both')));
  const isFelt = await areSilent(nodes, ['postgres', 'agent']);
  return { nodes, isFelt, aloneFrom: await findAloneFrom(async () => await isFollowed(place, primary)) };
}

export async function isFollowed(place: Place, primary: NodeName): Promise<boolean> {
  return (await runKit(place, 'sql', '--at', primary, FOLLOWING_SQL)) !== '0';
}

/** From when on nothing may be acknowledged, if no standby can come back. It lies ahead: a confirmation may still be on its way to the client. */
export async function findAloneFrom(isFollowedNow: () => Promise<boolean>): Promise<number> {
  await persistently(async () => {
    if (await isFollowedNow()) throw new Error('A standby follows.');
  });
  return Date.now() + LAST_ANSWERS_MS;
}
