import type { Connection } from './connections.ts';
import type { UnreadWatch } from './unread-answers.ts';

type IsStuck = UnreadWatch['isStuck'];

/** Nearly all bodies come with their headers, or right after them. */
const SLOW_BODY_MS = 1_000;

/**
 * Whether a connection may be closed to make room for others: its client does not read, has no request under way, or takes its time to
 * send one.
 */
export function isSpare(connection: Connection, isStuck: IsStuck): boolean {
  return connection.underWay.size === 0 || isStuck(connection) || isSlowToSend(connection);
}

/** Nothing is done for a request before all of it has come, so to break it off is safe. Of a proxy's clients, the proxy knows more. */
export function isSlowToSend({ underWay, isOfProxy, requestedAtMs }: Connection): boolean {
  return (
    !isOfProxy &&
    underWay.size > 0 &&
    [...underWay].every(({ req }) => !req.complete) &&
    performance.now() - requestedAtMs >= SLOW_BODY_MS
  );
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
  return connection.hasRequested && connection.underWay.size === 0 ? 1 : 2;
}
