import { waitingBytes } from './connections.ts';
import type { Connection } from './connections.ts';

/** A connection whose answers wait to be read. */
export interface UnreadAnswers {
  connection: Connection;
  bytes: number;
  /** Since when the client has taken none of them. */
  sinceMs: number;
}

export interface UnreadWatch {
  /** Compares with the look before. Returns the connections on which answers wait. */
  look: (connections: Iterable<Connection>, nowMs: number) => UnreadAnswers[];
  /** Whether the client took nothing between the last two looks. */
  isStuck: (connection: Connection) => boolean;
}

/** Beside the bytes, what changes when the client takes something: the answers that have left, and what is left of the current write. */
type Seen = UnreadAnswers & { answers: number; unsentBytes: number };

export function createUnreadWatch(): UnreadWatch {
  let seen = new Map<Connection, Seen>();
  let lookedAtMs = 0;
  return {
    look(connections, nowMs) {
      const now = new Map<Connection, Seen>();
      for (const connection of connections) {
        const bytes = connection.underWay.size === 0 ? 0 : waitingBytes(connection);
        if (bytes === 0) continue;
        const { answers } = connection;
        const unsentBytes = unsentBytesOf(connection);
        const before = seen.get(connection);
        const hasTaken =
          before === undefined || before.answers !== answers || unsentBytes < before.unsentBytes;
        const sinceMs = hasTaken ? nowMs : before.sinceMs;
        now.set(connection, { connection, bytes, answers, unsentBytes, sinceMs });
      }
      seen = now;
      lookedAtMs = nowMs;
      return [...now.values()];
    },
    isStuck(connection) {
      const unread = seen.get(connection);
      return unread !== undefined && unread.sinceMs < lookedAtMs && unread.answers === connection.answers;
    },
  };
}

/**
 * What the operating system has not taken of the current write. A write counts as waiting until all of it has left, and many answers may
 * be one write. Node shows the rest of it in no public place; its own time limits for sockets look here as well.
 */
function unsentBytesOf({ socket }: Connection): number {
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } | null };
  return handle?.writeQueueSize ?? socket.writableLength;
}

/** What to cut so that the rest keeps no more bytes than allowed. The clients that have read nothing for longest come first. */
export function tooMuchUnread(unread: readonly UnreadAnswers[], mostBytes: number): Connection[] {
  let bytes = unread.reduce((sum, one) => sum + one.bytes, 0);
  if (bytes <= mostBytes) return [];
  const cut: Connection[] = [];
  for (const one of unread.toSorted((a, b) => a.sinceMs - b.sinceMs || b.bytes - a.bytes)) {
    if (bytes <= mostBytes) break;
    bytes -= one.bytes;
    cut.push(one.connection);
  }
  return cut;
}
