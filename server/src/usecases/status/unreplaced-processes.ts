import type { RunningProcessRow } from '../../db/read/installation/running-processes.ts';

/**
 * The dead ones that nobody has replaced. A supervisor starts a new process within a second, before the old one counts as dead: the new one
 * finds no dead row to take over, and the row would be seen for a day. So each process that started after the last word of a dead one of
 * its kind stands for one of them.
 */
export function unreplaced(processes: readonly RunningProcessRow[]): RunningProcessRow[] {
  // One that died since was in its place, too: its own death is another matter.
  const successors = processes.toSorted((one, other) => one.startedAt.getTime() - other.startedAt.getTime());
  const dead = processes
    .filter(({ isAlive }) => !isAlive)
    .toSorted((one, other) => one.seenAt.getTime() - other.seenAt.getTime());
  return dead.filter(({ id, kind, seenAt }) => {
    // One that died before its first beat was last seen when it started, and does not replace itself.
    const place = successors.findIndex(
      (one) => one.kind === kind && one.startedAt >= seenAt && one.id !== id,
    );
    if (place === -1) return true;
    successors.splice(place, 1);
    return false;
  });
}
