import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Fleet } from './fleet.ts';
import { sharedClockMs } from './messages.ts';
import type { OwnPostgres } from './own-postgres.ts';

export type FaultKind = 'kill' | 'stall' | 'restart';

/** Something that went wrong, and whom it took by surprise. */
export interface Fault {
  kind: FaultKind | 'lapse';
  fromMs: number;
  /** When it was over: the worker ran again, the database was back. */
  untilMs: number;
  /** What the victims owned at that moment. */
  endpointIds: readonly string[];
  /** How many of those another worker had taken over by the end. */
  takenOver: number;
}

interface Owners {
  /** The names that were alive. */
  living: ReadonlySet<string>;
  ownerOf: ReadonlyMap<string, string>;
}

export async function readOwners(owner: pg.Pool): Promise<Owners> {
  const { rows } = await owner.query<{ id: string; endpoints: string[] }>(
    `select p.id, coalesce(array_agg(w.id::text) filter (where w.id is not null), '{}') as endpoints
     from living_process p left join webhook_endpoint w on w.owner_id = p.id where p.alive_until > now() group by p.id`,
  );
  return {
    living: new Set(rows.map(({ id }) => id)),
    ownerOf: new Map(rows.flatMap(({ id, endpoints }) => endpoints.map((endpoint) => [endpoint, id]))),
  };
}

/** What those owned who have died since, and whether any has. */
export function ownedByDead(before: Owners, now: Owners): { isAnyDead: boolean; endpointIds: string[] } {
  const dead = new Set([...before.living].filter((name) => !now.living.has(name)));
  const endpointIds = [...before.ownerOf].flatMap(([id, name]) => (dead.has(name) ? [id] : []));
  return { isAnyDead: dead.size > 0, endpointIds };
}

/** A name of a dead process is dead within its lease. Longer than a few of them means that something is wrong. */
const LEASES_TO_DIE = 10;

/** On a busy machine a worker may have lost its name a moment ago. Such a worker would be no victim: nobody would die. */
async function untilBothLive(owner: pg.Pool): Promise<void> {
  const deadline = performance.now() + 30_000;
  while ((await readOwners(owner)).living.size < 2) {
    if (performance.now() > deadline) throw new Error('The workers have no names.');
    await sleep(50);
  }
}

/** Kills a worker in the middle of its work. Another takes its place. */
export async function kill(owner: pg.Pool, fleet: Fleet, leaseMs: number): Promise<Fault> {
  await untilBothLive(owner);
  // It stands still while we look at what it owns.
  fleet.victim.child.kill('SIGSTOP');
  const fromMs = sharedClockMs();
  const before = await readOwners(owner);
  fleet.victim.child.kill('SIGKILL');
  const replaced = fleet.replaceVictim();
  const fault = await whoDied(owner, before, leaseMs);
  await replaced;
  return { kind: 'kill', fromMs, untilMs: fromMs, ...fault };
}

/** A worker stands still until others have its endpoints, and then goes on as if nothing had happened. */
export async function stall(owner: pg.Pool, fleet: Fleet, leaseMs: number): Promise<Fault> {
  await untilBothLive(owner);
  fleet.victim.child.kill('SIGSTOP');
  const fromMs = sharedClockMs();
  const fault = await whoDied(owner, await readOwners(owner), leaseMs);
  fleet.victim.child.kill('SIGCONT');
  const untilMs = sharedClockMs();
  fleet.spareVictim();
  return { kind: 'stall', fromMs, untilMs, ...fault };
}

/** The database crashes and comes back. Everybody is a victim. */
export async function restart(owner: pg.Pool, postgres: OwnPostgres): Promise<Fault> {
  const { ownerOf } = await readOwners(owner);
  const fromMs = sharedClockMs();
  await postgres.crash();
  await postgres.startAgain();
  const untilMs = sharedClockMs();
  return { kind: 'restart', fromMs, untilMs, endpointIds: [...ownerOf.keys()], takenOver: 0 };
}

/** Waits until a name is dead, and a moment more for others to take over. */
async function whoDied(
  owner: pg.Pool,
  before: Owners,
  leaseMs: number,
): Promise<Pick<Fault, 'endpointIds' | 'takenOver'>> {
  const deadline = performance.now() + LEASES_TO_DIE * leaseMs;
  let died = ownedByDead(before, await readOwners(owner));
  while (!died.isAnyDead) {
    if (performance.now() > deadline) throw new Error('The process is dead, but its name lives.');
    await sleep(50);
    died = ownedByDead(before, await readOwners(owner));
  }
  const { endpointIds } = died;
  await sleep(leaseMs / 2);
  const { ownerOf } = await readOwners(owner);
  return { endpointIds, takenOver: endpointIds.filter((id) => ownerOf.has(id)).length };
}
