/**
 * How many connections a process keeps, and how much it keeps for clients that don't read. When there are too many, the worst are
 * closed: those that don't read, then those on which no request ever came or one comes slowly, then those that are idle. A connection with
 * a request under way that has come is closed only if it breaks a limit itself.
 */
import type { Server } from 'node:http';
import { waitingBytes, watchConnections } from './connections.ts';
import type { Connection, Connections } from './connections.ts';
import type { CutLog, CutReason } from './cut-log.ts';
import { closeIfQuiet } from './read-before-closing.ts';
import { isSlowToSend, isSpare, spareConnections } from './spare-connections.ts';
import { createUnreadWatch, tooMuchUnread } from './unread-answers.ts';

export interface ConnectionLimits {
  /** Of the process. */
  most: number;
  /** Of one network. Proxies of ours are excepted: all clients come from them. */
  mostOfNetwork: number;
  /** A client that takes none of its answers for so long is cut. */
  readWithinMs: number;
  /** Of answers that wait to be read, on all connections together. */
  mostWaitingBytes: number;
  lookEveryMs: number;
}

/** Answers have up to 200 KB, and a weak mobile link takes five seconds for that. */
const READ_WITHIN_MS = 15_000;
const MOST_WAITING_BYTES = 64 * 1024 * 1024;
const LOOK_EVERY_MS = 250;

/**
 * Clients send the next request when they have the answer. HTTP lets them send more at once, and a few old ones do. All of them are
 * worked on at once, so a packet of a hostile client could start a thousand.
 */
const MOST_UNANSWERED = 16;
/** A client that asks for more while this much waits is not going to read it. */
const MOST_WAITING_BYTES_OF_CONNECTION = 512 * 1024;

/** The limits of a process that keeps at most so many connections. With a quarter for each network, none can keep the others out. */
export function connectionLimits(most: number): ConnectionLimits {
  return {
    most,
    mostOfNetwork: Math.ceil(most / 4),
    readWithinMs: READ_WITHIN_MS,
    mostWaitingBytes: MOST_WAITING_BYTES,
    lookEveryMs: LOOK_EVERY_MS,
  };
}

/** Connections with a common limit: those of the process, or of a network. */
interface Group {
  members: Set<Connection>;
  most: number;
  /** What may be closed to make room, the worst last. Listed once between two looks: for each new one it would take too long. */
  spare: Connection[];
  listedAtLook: number;
}

export function limitConnections(
  server: Server,
  {
    limits,
    isTrustedPeer,
    cutLog,
  }: { limits: ConnectionLimits; isTrustedPeer: (address: string) => boolean; cutLog: CutLog },
): Connections {
  const whole = createGroup(limits.most);
  const byNetwork = new Map<string, Group>();
  const { look: lookAtUnread, isStuck } = createUnreadWatch();
  let lookNo = 0;

  function cut(connection: Connection, reason: CutReason): void {
    if (connection.socket.destroyed) return;
    cutLog.count(reason, connection.network);
    connection.socket.destroy();
  }

  function groupsOf({ network, isOfProxy }: Connection): Group[] {
    if (isOfProxy) return [whole];
    const group = byNetwork.get(network) ?? createGroup(limits.mostOfNetwork);
    byNetwork.set(network, group);
    return [group, whole];
  }

  function join(connection: Connection): void {
    if (connection.socket.destroyed) return;
    for (const { members } of groupsOf(connection)) members.add(connection);
  }

  function leave(connection: Connection): void {
    whole.members.delete(connection);
    const group = byNetwork.get(connection.network);
    group?.members.delete(connection);
    if (group?.members.size === 0) byNetwork.delete(connection.network);
  }

  function makeRoom(group: Group): boolean {
    if (group.members.size < group.most) return true;
    if (group.listedAtLook !== lookNo) {
      group.listedAtLook = lookNo;
      group.spare = spareConnections(group.members, isStuck);
    }
    for (let worst = group.spare.pop(); worst !== undefined; worst = group.spare.pop()) {
      if (!group.members.has(worst) || !isSpare(worst, isStuck)) continue;
      close(worst);
      return true;
    }
    return false;
  }

  /** A request that has arrived, and is not read yet, is still served. */
  function close(connection: Connection): void {
    const { hasRequested, socket, underWay } = connection;
    const isIdle = underWay.size === 0 && (hasRequested || socket.bytesRead === 0);
    if (!isIdle && !isSlowToSend(connection)) {
      cut(connection, 'made_room');
      return;
    }
    leave(connection);
    closeIfQuiet(socket, {
      onClose: () => cutLog.count('made_room', connection.network),
      onKeep: () => join(connection),
    });
  }

  const connections = watchConnections(server, isTrustedPeer, {
    onOpen(connection) {
      if (groupsOf(connection).every(makeRoom)) join(connection);
      else cut(connection, 'refused');
    },
    onRequest(connection) {
      const { underWay } = connection;
      const isHostile =
        underWay.size > MOST_UNANSWERED ||
        (underWay.size > 1 && waitingBytes(connection) > MOST_WAITING_BYTES_OF_CONNECTION);
      if (isHostile) cut(connection, 'unread_requests');
    },
    onClose: leave,
  });

  function look(): void {
    lookNo += 1;
    const nowMs = performance.now();
    const unread = lookAtUnread(connections.all, nowMs);
    const isLate = ({ sinceMs }: { sinceMs: number }): boolean => nowMs - sinceMs >= limits.readWithinMs;
    for (const { connection } of unread.filter(isLate)) cut(connection, 'unread');
    const rest = unread.filter((one) => !isLate(one));
    for (const connection of tooMuchUnread(rest, limits.mostWaitingBytes)) cut(connection, 'unread');
    cutLog.write(nowMs);
  }
  const timer = setInterval(look, limits.lookEveryMs).unref();
  server.once('close', () => clearInterval(timer));
  return connections;
}

function createGroup(most: number): Group {
  return { members: new Set(), most, spare: [], listedAtLook: -1 };
}
