import type { Logger } from 'pino';
import { processCounts } from '../../metrics/process-counts.ts';

/** Why a connection was cut, or a new one refused. */
export type CutReason =
  /** A request that did not arrive in time. */
  | 'late_headers'
  | 'late_body'
  | 'stalled_body'
  /** A body in chunks of a few bytes. */
  | 'crumbled_body'
  /** Answers that the client does not read, or more requests without reading than any client sends. */
  | 'unread'
  | 'unread_requests'
  /** Made room for others: it was idle, or nothing had come on it. */
  | 'made_room'
  /** A new connection for which there was no room. */
  | 'refused';

/**
 * Counts what was cut. An attack cuts thousands of connections, and a line for each would be an attack on the log. Unlike a line that repeats
 * (log-repeats), one line here adds up several reasons and networks.
 */
export interface CutLog {
  count(reason: CutReason, network: string): void;
  /** Writes the line if one is due. */
  write(nowMs: number): void;
}

const LINE_EVERY_MS = 10_000;
/** Of each line, so an attack from many networks can't fill the memory. */
const MAX_NETWORKS = 1_000;

export function createCutLog(log: Logger): CutLog {
  const reasons = new Map<CutReason, number>();
  const networks = new Map<string, number>();
  let writtenAtMs = Number.NEGATIVE_INFINITY;
  return {
    count(reason, network) {
      processCounts.connectionsCut.add(reason);
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      if (networks.size < MAX_NETWORKS || networks.has(network))
        networks.set(network, (networks.get(network) ?? 0) + 1);
    },
    write(nowMs) {
      if (reasons.size === 0 || nowMs - writtenAtMs < LINE_EVERY_MS) return;
      writtenAtMs = nowMs;
      const [worst = ['unknown', 0]] = [...networks].toSorted(([, one], [, other]) => other - one);
      const line = {
        alarm: 'connections_cut',
        ...Object.fromEntries(reasons),
        networks: networks.size,
        worstNetwork: worst[0],
        cutOfWorst: worst[1],
      };
      log.warn(line, 'connections were cut');
      reasons.clear();
      networks.clear();
    },
  };
}
