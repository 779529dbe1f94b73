import { LIVE_HEARTBEAT_MS, changedMessage, countsMessage, streamLive } from '@vezne/contract/console/live';
import type { LiveCounts } from '@vezne/contract/console/live';
import type { FastifyInstance } from 'fastify';
import type { QueueCounts } from '../../../db/read/desk/queue-counts.ts';
import type { Viewer } from '../../../usecases/live/hub.ts';
import { isSessionOpen } from '../../../usecases/staff/open-session.ts';
import { ConsoleError } from '../console-error.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { rawConsoleRoute } from '../route.ts';
import { openEventStream } from './stream.ts';

/** A browser has one, and one more while it changes over. */
const MOST_STREAMS_OF_SESSION = 8;
/** Each is a connection that stays. */
const MOST_STREAMS = 2_000;

/** What changes, as it changes. */
export function liveRoute(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  const { signIn, live } = dependencies;
  const { heartbeatMs = LIVE_HEARTBEAT_MS, lookAtSessionMs = 10_000 } = dependencies.livePace;
  const ofSessions = new Map<string, number>();
  rawConsoleRoute(app, dependencies, streamLive, async ({ session, reply }) => {
    const ofSession = ofSessions.get(session.id) ?? 0;
    if (ofSession >= MOST_STREAMS_OF_SESSION || live.viewers >= MOST_STREAMS)
      throw new ConsoleError('overloaded');
    const viewer: Viewer = {
      onCounts: (counts) => stream.send('counts', countsMessage.parse(shownCounts(counts))),
      onChanged: (changed) => stream.send('changed', changedMessage.parse(changed)),
      onStop: () => stream.end(),
    };
    if (live.isStopping) throw new ConsoleError('unavailable');
    const stream = openEventStream(reply);
    ofSessions.set(session.id, ofSession + 1);
    const remove = live.add(viewer);
    const beating = setInterval(() => stream.beat(), heartbeatMs);
    // The stream is no sign of a person, and it must not outlive the session for longer than this.
    const looking = setInterval(() => void endIfOver(), lookAtSessionMs);
    async function endIfOver(): Promise<void> {
      // While the database is away nobody is known to be out. The next look finds it.
      if (await isSessionOpen(signIn, session.id).catch(() => true)) return;
      stream.send('ended', {});
      stream.end();
    }
    stream.onClose(() => {
      remove();
      clearInterval(beating);
      clearInterval(looking);
      const left = (ofSessions.get(session.id) ?? 1) - 1;
      if (left === 0) ofSessions.delete(session.id);
      else ofSessions.set(session.id, left);
    });
    return reply;
  });
}

function shownCounts({
  deposits,
  withdrawals,
  openRequests,
  requestsMark,
  undelivered,
}: QueueCounts): LiveCounts {
  return {
    deposits: { ...deposits, oldestSince: deposits.oldestSince?.toISOString() ?? null },
    withdrawals: { ...withdrawals, oldestSince: withdrawals.oldestSince?.toISOString() ?? null },
    openRequests,
    requestsMark,
    undelivered,
  };
}
