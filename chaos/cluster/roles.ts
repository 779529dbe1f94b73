/** Who leads at this moment, and whether all nodes confirm. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { addressOf, NODES, runKit } from './cluster.ts';
import type { NodeName, Place } from './cluster.ts';

const PATRONI_PORT = 8008;
const ETCD_PORT = 2379;
const ASK_WITHIN_MS = 1_000;
const PAUSE_MS = 250;
const LED_WITHIN_MS = 30_000;
/** A node that was cut off is rewound, and rarely copied whole. */
const WHOLE_WITHIN_MS = 90_000;

const WHOLE_SQL = `select count(*)::int4 as confirming from pg_stat_replication where state = 'streaming' and sync_state = 'sync'`;

/** The log's own name of where it writes: the checkpoint may be of the one before. */
const TIMELINE_SQL = `select ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int4 as timeline`;
/** What Patroni calls a standby that follows, in older versions and in newer ones. */
const WORKING: ReadonlySet<string> = new Set(['running', 'streaming']);

/** Waits a while for a node that leads. */
export async function findPrimary(place: Place): Promise<NodeName> {
  return await persistently(async () => asNode(await runKit(place, 'primary')));
}

export async function findStandbys(place: Place): Promise<NodeName[]> {
  const primary = await findPrimary(place);
  return NODES.filter((node) => node !== primary);
}

export async function findEtcdLeader(place: Place): Promise<NodeName> {
  return await persistently(async () => asNode(await runKit(place, 'etcd-leader')));
}

/** Until no standby could lead without a loss: Patroni has taken all from its list. */
export async function untilNoneIsWaitedFor(primary: NodeName): Promise<void> {
  await persistently(async () => {
    const members = await findMembers(primary);
    if (members.some(({ role }) => role === 'sync_standby')) throw new Error('A standby is waited for.');
  });
}

/** A person's order. It is refused while the agents have not seen that nobody leads. */
export async function orderToLead(place: Place, heir: NodeName): Promise<void> {
  await persistently(async () => await runKit(place, 'failover', heir));
}

/**
 * Until all nodes confirm, and Patroni has written down that they do: before, it would promote neither. False: it did not come about in time. The kit's wait-whole asks the same with programs of its own, which on two
 * cores would be part of what is measured.
 */
export async function untilWhole(owner: pg.Pool): Promise<boolean> {
  const deadline = Date.now() + WHOLE_WITHIN_MS;
  while (Date.now() < deadline) {
    if ((await areStandbysConfirming(owner)) && (await areStandbysListed()) && (await isEtcdWhole()))
      return true;
    await sleep(PAUSE_MS);
  }
  return false;
}

async function areStandbysConfirming(owner: pg.Pool): Promise<boolean> {
  return await owner.query<{ confirming: number }>(WHOLE_SQL).then(
    ({ rows }) => rows[0]?.confirming === NODES.length - 1,
    () => false,
  );
}

/** How often the database was taken over, and then some. Undefined: it did not say. */
export async function findTimeline(owner: pg.Pool): Promise<number | undefined> {
  return await owner.query<{ timeline: number }>(TIMELINE_SQL).then(
    ({ rows }) => rows[0]?.timeline,
    () => undefined,
  );
}

interface Member {
  name: string;
  role: string;
  state: string;
}

async function findMembers(node: NodeName): Promise<Member[]> {
  const answer = await ask(node, PATRONI_PORT, 'cluster');
  return ((await answer.json()) as { members: Member[] }).members;
}

async function areStandbysListed(): Promise<boolean> {
  const lists = await Promise.all(
    NODES.map(async (node) => await findMembers(node).catch((): Member[] => [])),
  );
  const list = lists.find((members, index) =>
    members.some(({ name, role }) => name === NODES[index] && role === 'leader'),
  );
  const listed = list?.filter(({ role, state }) => role === 'sync_standby' && WORKING.has(state));
  return listed?.length === NODES.length - 1;
}

async function ask(node: NodeName, port: number, path: string): Promise<Response> {
  const signal = AbortSignal.timeout(ASK_WITHIN_MS);
  return await fetch(`http://${addressOf(node)}:${port}/${path}`, { signal });
}

async function isEtcdWhole(): Promise<boolean> {
  const healthy = await Promise.all(
    NODES.map(
      async (node) =>
        await ask(node, ETCD_PORT, 'health').then(
          async (answer) => ((await answer.json()) as { health: string }).health === 'true',
          () => false,
        ),
    ),
  );
  return healthy.every(Boolean);
}

export async function persistently<Result>(ask: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + LED_WITHIN_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

function asNode(text: string): NodeName {
  const node = NODES.find((one) => one === text);
  if (node === undefined) throw new Error(`No node is called "${text}".`);
  return node;
}
