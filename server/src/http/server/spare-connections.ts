import type { Connection } from './connections.ts';
import type { UnreadWatch } from './unread-answers.ts';

type IsStuck = UnreadWatch['isStuck'];

/** Whether a connection may be closed to make room for others: its client does not read, or has no request under way. */
export function isSpare(connection: Connection, isStuck: IsStuck): boolean {
  return connection.underWay.size === 0 || isStuck(connection);
}

/** What may be closed to make room. The worst is last, and of equals the one that has been quiet for longest. */
export function spareConnections(connections: Iterable<Connection>, isStuck: IsStuck): Connection[] {
  return [...connections]
    .filter((connection) => isSpare(connection, isStuck))
    .map((connection) => ({ connection, badness: badnessOf(connection, isStuck) }))
    .toSorted((a, b) => a.badness - b.badness || b.connection.quietSinceMs - a.connection.quietSinceMs)
    .map(({ connection }) => connection);
}

function badnessOf(connection: Connection, isStuck: IsStuck): number {
  if (isStuck(connection)) return 3;
  // A proxy may send its next request on an idle connection at any moment.
  if (connection.isOfProxy) return 0;
  return connection.hasRequested ? 1 : 2;
}
