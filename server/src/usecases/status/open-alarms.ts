/** Which alarms go on, as far as anybody can tell. Warnings are counted, and wake nobody. */
import type { Alarm } from '../../metrics/alarms.ts';
import type { RaisedAlarm, ServiceState } from './service-state.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** What goes on is raised again by then. An alert outlasts its alarm as long, where it keeps firing. */
const QUARTER_MS = 15 * MINUTE_MS;
/** So that whoever comes in the morning sees what happened at night. */
const HALF_A_DAY_MS = 12 * HOUR_MS + QUARTER_MS;
/** It is raised once a night, and holds until a night without it. */
const A_NIGHT_MS = 25 * HOUR_MS + QUARTER_MS;

/**
 * What is raised once for something that goes on. It is open as long as its alert fires: a test holds the times to the rules of Prometheus that
 * count alarms. Where the alert asks the api itself, as for what it can't read, no row says that it is over: half a day is then a guess.
 * readRaisedAlarms has to read as far back.
 */
const OPEN_MS: ReadonlyMap<string, number> = new Map<Alarm, number>([
  ['credential_unreadable', HALF_A_DAY_MS],
  ['database_went_back', HALF_A_DAY_MS],
  ['ledger_checkpoint_refused', A_NIGHT_MS],
  ['partner_unreadable', HALF_A_DAY_MS],
  ['schema_unfit', 30 * MINUTE_MS],
  ['staff_added_alone', HALF_A_DAY_MS],
]);

/** What says that an alarm is over. */
const ENDS: ReadonlyMap<string, Alarm> = new Map<Alarm, Alarm>([
  ['database_away', 'database_back'],
  ['database_commits_alone', 'database_commits_confirmed'],
  ['database_does_not_confirm', 'database_confirms'],
]);

export function isOpen(alarm: RaisedAlarm, state: ServiceState): boolean {
  const { name, level, lastAt } = alarm;
  if (level !== 'error') return false;
  if (isDifference(alarm)) return state.ledgerSoundAt === null || lastAt > state.ledgerSoundAt;
  if (isOver(alarm, state)) return false;
  return state.readAt.getTime() - lastAt.getTime() < (OPEN_MS.get(name) ?? QUARTER_MS);
}

/** The books do not add up, until a check says that they do. No other kind of process checks them, so none is believed. */
function isDifference({ name, kind }: Pick<RaisedAlarm, 'name' | 'kind'>): boolean {
  return name === 'ledger_difference' && kind === 'worker';
}

/** The process has said since that it is over. */
function isOver(open: RaisedAlarm, { alarms }: ServiceState): boolean {
  const end = ENDS.get(open.name);
  return alarms.some(
    ({ name, process, lastAt }) => name === end && process === open.process && lastAt >= open.lastAt,
  );
}
