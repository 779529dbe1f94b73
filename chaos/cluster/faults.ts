/** What is broken, how it is mended, and for how long nothing may be acknowledged meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import { runKit } from './cluster.ts';
import type { NodeName, Place } from './cluster.ts';
import { areDisksFull, areSilent, hasUnconfirmedRows, isProxySilent } from './effects.ts';
import type { Span } from './gaps.ts';
import { findAloneFrom, isFollowed, loseStandbys } from './lost-standbys.ts';
import { findEtcdLeader, findPrimary, findStandbys, orderToLead, untilNoneIsWaitedFor } from './roles.ts';
import { loseStandbyDisks } from './standby-disks.ts';

/**
 * How long the pause between two acknowledged creates may be, in seconds: all in all, or, where nothing can be confirmed until a person
 * mends it, from then on. Without either, nothing may be lost, and that is all.
 */
export interface Limit {
  gapS?: number;
  backS?: number;
}

export interface Fault {
  name: string;
  what: string;
  limit: Limit;
  /** For so long it stays broken. */
  holdS: number;
  /** Another node leads afterwards, or the same one anew. */
  takesOver: boolean;
  /** Of an outage that there must be: otherwise nothing was broken. */
  leastGapS: number;
  begin: (place: Place) => Promise<Begun>;
  undo: (place: Place, nodes: readonly NodeName[]) => Promise<void>;
}

export interface Begun {
  /** That it happens to. */
  nodes: NodeName[];
  /** It was seen to be broken. Undefined: by nothing but a takeover. */
  isFelt?: boolean;
  /** The primary had no standby for so long. */
  alone?: Span;
  /** It has none from then on, until the fault is undone. */
  aloneFrom?: number;
}

type Deeds = Pick<Fault, 'begin' | 'undo'>;
type Deed = (place: Place, node: NodeName) => Promise<unknown>;
type Victims = (place: Place) => Promise<NodeName[]>;

/** Longer than the slowest takeover. */
const HOLD_S = 12;
/** What is silent is missed only after the lease of five seconds, and must come back when another node has led for a while. */
const SILENT_HOLD_S = 18;

const primary: Victims = async (place) => [await findPrimary(place)];
const standbys: Victims = findStandbys;
const aStandby: Victims = async (place) => (await findStandbys(place)).slice(0, 1);
const etcdLeader: Victims = async (place) => [await findEtcdLeader(place)];

interface Steps {
  begin: Deed;
  undo: Deed;
  /** Whether it can be seen, if there is more to see than a takeover. */
  isFelt?: (nodes: readonly NodeName[]) => Promise<boolean>;
}

function each(victims: Victims, { begin, undo, isFelt }: Steps): Deeds {
  return {
    async begin(place) {
      const nodes = await victims(place);
      // At the same moment, as when a rack loses its power.
      await Promise.all(nodes.map(async (node) => await begin(place, node)));
      return isFelt === undefined ? { nodes } : { nodes, isFelt: await isFelt(nodes) };
    },
    async undo(place, nodes) {
      await Promise.all(nodes.map(async (node) => await undo(place, node)));
    },
  };
}

/** Who is silent then. A postgres alone is started again by its agent, at once. */
const SILENT = {
  postgres: [],
  agent: ['agent'],
  both: ['postgres', 'agent'],
  etcd: ['etcd'],
  node: ['postgres', 'agent', 'etcd'],
} as const;

/** SIGKILL of postgres, the agent, both, etcd, or all of the node. */
function killed(victims: Victims, what: keyof typeof SILENT): Deeds {
  return each(victims, {
    begin: async (place, node) => await runKit(place, 'kill', node, what),
    undo: async (place, node) => await runKit(place, 'start-node', node),
    isFelt: async (nodes) => await areSilent(nodes, SILENT[what]),
  });
}

function partitioned(victims: Victims, from: 'all' | 'peers'): Deeds {
  return each(victims, {
    begin: async (place, node) => await runKit(place, 'partition', node, from),
    undo: async (place, node) => await runKit(place, 'heal', node),
    // From here it can be reached if it is its peers alone that cannot.
    ...(from === 'all' && {
      isFelt: async (nodes: readonly NodeName[]) => await areSilent(nodes, ['postgres', 'agent']),
    }),
  });
}

const frozen: Deeds = each(primary, {
  begin: async (place, node) => await runKit(place, 'freeze', node, 'both'),
  undo: async (place, node) => await runKit(place, 'thaw', node),
});

const switchedOver: Deeds = {
  async begin(place) {
    const nodes = await primary(place);
    await runKit(place, 'switchover');
    return { nodes };
  },
  undo: async () => undefined,
};

const proxyKilled: Deeds = {
  async begin(place) {
    await runKit(place, 'kill', 'haproxy');
    return { nodes: [], isFelt: await isProxySilent() };
  },
  async undo(place) {
    await runKit(place, 'start-haproxy');
  },
};

const disksFilled: Deeds = {
  async begin(place) {
    await runKit(place, 'fill-disk', 'all');
    return { nodes: [], isFelt: await areDisksFull(place) };
  },
  async undo(place) {
    await runKit(place, 'free-disk', 'all');
  },
};

/** Long enough to come back in place, and for an api to be asked again about what it could not confirm. */
const IN_PLACE_FOR_S = 12;

/**
 * The commits of one moment are on the primary alone. It crashes and comes back in place, where they are visible although nobody confirmed
 * them. Then its machine is lost, and a person orders one of the others to lead.
 */
const doubleFault: Deeds = {
  async begin(place) {
    const node = await findPrimary(place);
    const [heir] = await findStandbys(place);
    if (heir === undefined) throw new Error('There is no standby.');
    await runKit(place, 'cut-replication', node);
    // As long as it is on the list of those that are waited for, a standby may take over by itself, and has everything.
    await untilNoneIsWaitedFor(node);
    const from = await findAloneFrom(async () => await isFollowed(place, node));
    await runKit(place, 'kill', node, 'postgres');
    await sleep(IN_PLACE_FOR_S * 1_000);
    const isFelt = await hasUnconfirmedRows(place, node, heir);
    await runKit(place, 'kill', node, 'both');
    await runKit(place, 'lose-data', node);
    const alone = { from, to: Date.now() };
    await runKit(place, 'heal', node);
    await orderToLead(place, heir);
    return { nodes: [node], isFelt, alone };
  },
  async undo(place, nodes) {
    for (const node of nodes) await runKit(place, 'start-node', node);
  },
};

const standbysKilled: Deeds = { ...killed(standbys, 'both'), begin: loseStandbys };

const standbyDisksLost: Deeds = { begin: loseStandbyDisks, undo: async () => undefined };

type Row = readonly [
  name: string,
  what: string,
  expected: Limit & Partial<Pick<Fault, 'takesOver' | 'leastGapS'>>,
  holdS: number,
  deeds: Deeds,
];

// The least gaps are half of what was seen, or less.
const ROWS: readonly Row[] = [
  [
    'kill-both',
    'the primary and its agent are killed',
    { gapS: 7, takesOver: true },
    HOLD_S,
    killed(primary, 'both'),
  ],
  [
    'kill-node',
    "all of the primary's node is killed, etcd too",
    { gapS: 11, takesOver: true },
    HOLD_S,
    killed(primary, 'node'),
  ],
  [
    'kill-postgres',
    'postgres alone is killed',
    { gapS: 4, takesOver: true },
    HOLD_S,
    killed(primary, 'postgres'),
  ],
  ['kill-agent', 'the agent alone is killed', { gapS: 6, takesOver: true }, HOLD_S, killed(primary, 'agent')],
  [
    'freeze',
    'the primary stands still until another leads',
    { gapS: 10, takesOver: true },
    SILENT_HOLD_S,
    frozen,
  ],
  [
    'partition-all',
    'the primary is cut off from all',
    { gapS: 10, takesOver: true },
    SILENT_HOLD_S,
    partitioned(primary, 'all'),
  ],
  [
    'partition-peers',
    'the primary is cut off from its peers alone',
    { gapS: 10, takesOver: true },
    SILENT_HOLD_S,
    partitioned(primary, 'peers'),
  ],
  ['kill-standby', 'a standby is killed', { gapS: 2 }, HOLD_S, killed(aStandby, 'both')],
  ['partition-standby', 'a standby is cut off', { gapS: 7 }, HOLD_S, partitioned(aStandby, 'all')],
  ['kill-etcd', "etcd's leader is killed", { gapS: 1 }, HOLD_S, killed(etcdLeader, 'etcd')],
  ['switchover', 'another node leads, on purpose', { gapS: 4, takesOver: true }, HOLD_S, switchedOver],
  ['kill-haproxy', 'HAProxy is killed and started again', { backS: 1, leastGapS: 1 }, 3, proxyKilled],
  ['lose-standbys', 'both standbys are killed', { backS: 5, leastGapS: 8 }, 10, standbysKilled],
  [
    'lose-standby-disks',
    'both standbys lose their disks, and are copied anew',
    { backS: 5, leastGapS: 3 },
    0,
    standbyDisksLost,
  ],
  ['lose-etcd', 'etcd loses its majority', { backS: 5, leastGapS: 2 }, 10, killed(standbys, 'etcd')],
  ['fill-disks', 'all disks are full', { backS: 5, leastGapS: 1 }, 10, disksFilled],
  [
    'double-fault',
    'unconfirmed commits become visible, and are lost with their machine',
    { takesOver: true, leastGapS: 8 },
    0,
    doubleFault,
  ],
];

export const FAULTS: readonly Fault[] = ROWS.map(([name, what, expected, holdS, deeds]) => {
  const { takesOver = false, leastGapS = 0, ...limit } = expected;
  return { name, what, limit, takesOver, leastGapS, holdS, ...deeds };
});

export function faultNamed(name: string): Fault {
  const fault = FAULTS.find((one) => one.name === name);
  if (fault === undefined)
    throw new Error(`There is no fault ${name}, only: ${FAULTS.map((one) => one.name).join(', ')}.`);
  return fault;
}
