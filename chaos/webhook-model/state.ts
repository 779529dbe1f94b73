/**
 * What the database, the receiver and two workers know of one endpoint. A set of events is a number with a bit for each:
 * the first event is bit 0. So is a set of references. States are never changed, only copied.
 */

/** How much there is, and how much may go wrong. */
export interface Bounds {
  /** A letter for each event: its reference. */
  references: string;
  kills: number;
  /** Leases that end while their worker lives: it was stalled, or its heartbeat did not get through. */
  stalls: number;
  failures: number;
  /** Settles and claims whose outcome the worker does not hear. */
  losses: number;
  replays: number;
  /** Settles that take only a part of what there is to write. */
  splits: number;
}

/** Everything that one transaction writes. */
export interface Settle {
  state: 'sent' | 'committed' | 'refused';
  /** First deliveries that the receiver took. */
  logged: number;
  /** New exceptions. */
  exceptions: number;
  position: number;
  /** Exceptions that the receiver took. */
  delivered: number;
  parked: number;
}

/** A read whose answer is on its way. */
export interface Reading {
  /** References with a pending exception at the moment of the snapshot. */
  waits: number;
  /** References whose exceptions were committed since the read began, so that its snapshot may lack them. */
  stale: number;
}

/** What a worker remembers of the endpoint from its claim on. */
export interface Memory {
  /** Another claim came after the one that this memory began with. */
  isFenced: boolean;
  /** The position as the worker knows it. */
  position: number;
  /** How many events were read. */
  read: number;
  /** The first of each reference is on its way to the receiver, the others wait behind it. */
  line: number;
  /** References of which the first in line was not sent, because the lease was over. */
  stopped: number;
  /** Taken by the receiver, not settled yet. */
  taken: number;
  /** To become exceptions with the next settle. */
  headed: number;
  /** Below the position at the claim, done above it, or settled since. */
  done: number;
  reading: Reading | null;
  /** Exceptions on the way to the receiver, and what came of them. */
  dueOut: number;
  dueTaken: number;
  dueParked: number;
  settle: Settle | null;
}

/** A settle whose worker has died or given up. It may still be carried out. */
export interface Orphan {
  worker: number;
  isFenced: boolean;
  settle: Settle;
}

export interface World {
  /** Every event below it is done. */
  position: number;
  owner: number | null;
  /** The workers whose lease has not ended in the database. 0 and 1 live; 2 and above are dead. */
  leases: number;
  pending: number;
  delivered: number;
  parked: number;
  logged: number;
  /** What the receiver took at least once. */
  taken: number;
  /** Replays of which no request has left yet. */
  replaysAsked: number;
  memories: readonly [Memory | null, Memory | null];
  orphans: readonly Orphan[];
  /** Tries of fenced workers, of which the log may still hear. */
  mayBeLogged: number;
  /** Workers of which a claim is still on its way, although they have given it up. */
  lateClaims: number;
  dead: number;
  /** How many faults may still come. */
  left: Omit<Bounds, 'references'>;
  /** The rule that the last step broke. */
  broken: string | null;
}

export const LIVE = [0, 1] as const;

export const NOTHING_KNOWN: Memory = {
  isFenced: false,
  position: 0,
  read: 0,
  line: 0,
  stopped: 0,
  taken: 0,
  headed: 0,
  done: 0,
  reading: null,
  dueOut: 0,
  dueTaken: 0,
  dueParked: 0,
  settle: null,
};

export function startOf({ kills, stalls, failures, losses, replays, splits }: Bounds): World {
  return {
    position: 0,
    owner: null,
    leases: 0b11,
    pending: 0,
    delivered: 0,
    parked: 0,
    logged: 0,
    taken: 0,
    replaysAsked: 0,
    memories: [null, null],
    orphans: [],
    mayBeLogged: 0,
    lateClaims: 0,
    dead: 0,
    left: { kills, stalls, failures, losses, replays, splits },
    broken: null,
  };
}

export function withMemory(world: World, worker: number, memory: Memory | null): World {
  return {
    ...world,
    memories: worker === 0 ? [memory, world.memories[1]] : [world.memories[0], memory],
  };
}
