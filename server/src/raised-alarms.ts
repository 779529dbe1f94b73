/** Counts the alarms of a process's log, so that `vezne status` can name them: a log line is seen only where lines are read. */
import type { Logger, LoggerOptions } from 'pino';
import { countAlarm } from './metrics/process-counts.ts';

export interface AlarmCount {
  name: string;
  level: 'warning' | 'error';
  count: number;
  firstAtMs: number;
  lastAtMs: number;
}

export interface RaisedAlarms {
  /** All since the last call. */
  take(): AlarmCount[];
  /** What was taken could not be written down. */
  putBack(alarms: readonly AlarmCount[]): void;
}

const WARN_LEVEL = 40;
const ERROR_LEVEL = 50;
/** The form of the column that they are written to. */
const NAME = /^[a-z][a-z_]{0,63}$/;
/** Names are our own words. Should one ever be made of something else, they must not fill the memory. */
const MOST_NAMES = 100;

const alarmsOfLogs = new WeakMap<Logger, RaisedAlarms>();

/** Those of this log and of all its children. A log that doesn't count them, as in many tests, has none. */
export function raisedAlarmsOf(log: Logger): RaisedAlarms {
  return alarmsOfLogs.get(log) ?? createAlarmCounts().alarms;
}

/** Sees every line that is logged, before it is written. Pino shows it none that is below its own level: that has to be `warn` at most. */
export function countingHook({
  isLeftOut = () => false,
  writtenFrom = 0,
}: {
  /** A warning or error that is neither written nor counted. */
  isLeftOut?: (fields: object) => boolean;
  /** The lowest level that is written. An alarm below it is counted all the same: alerts must not depend on how much somebody wants to read. */
  writtenFrom?: number;
} = {}): {
  hooks: NonNullable<LoggerOptions['hooks']>;
  countFor: (log: Logger) => Logger;
} {
  const { alarms, add } = createAlarmCounts();
  return {
    hooks: {
      logMethod(values, write, level) {
        const [fields] = values as [unknown];
        if (level >= WARN_LEVEL && typeof fields === 'object' && fields !== null) {
          if (isLeftOut(fields)) return;
          if ('alarm' in fields) add(fields.alarm, level);
        }
        if (level >= writtenFrom) write.apply(this, values);
      },
    },
    countFor(log) {
      alarmsOfLogs.set(log, alarms);
      return log;
    },
  };
}

function createAlarmCounts(): { alarms: RaisedAlarms; add: (name: unknown, level: number) => void } {
  const byName = new Map<string, AlarmCount>();

  function join(alarm: AlarmCount): void {
    const known = byName.get(alarm.name);
    if (known === undefined) {
      if (byName.size < MOST_NAMES) byName.set(alarm.name, { ...alarm });
      return;
    }
    known.count += alarm.count;
    known.firstAtMs = Math.min(known.firstAtMs, alarm.firstAtMs);
    known.lastAtMs = Math.max(known.lastAtMs, alarm.lastAtMs);
    if (alarm.level === 'error') known.level = 'error';
  }

  return {
    alarms: {
      take() {
        const taken = [...byName.values()];
        byName.clear();
        return taken;
      },
      putBack(alarms) {
        for (const alarm of alarms) join(alarm);
      },
    },
    add(name, level) {
      if (typeof name !== 'string' || !NAME.test(name)) return;
      countAlarm(name);
      const nowMs = Date.now();
      join({
        name,
        level: level >= ERROR_LEVEL ? 'error' : 'warning',
        count: 1,
        firstAtMs: nowMs,
        lastAtMs: nowMs,
      });
    },
  };
}
