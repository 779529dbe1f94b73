import type { TableRules } from './configuration-rules.ts';
import { TAKEN_ALARM, TAKEN_PROCESS, raisedAlarmRow, runningProcessRow } from '../rows/process-rows.ts';

const MINUTE_MS = 60_000;
const later = (ms: number): Date => new Date(Date.now() + ms);

/** What processes say of themselves, for the engineer on call. */
export const PROCESS_RULES: readonly TableRules[] = [
  {
    table: 'running_process',
    validRow: runningProcessRow,
    refused: [
      ['no process has the name of another', 'running_process_pkey', TAKEN_PROCESS],
      ['it is of a known kind', 'running_process_kind', { kind: 'shop' }],
      ['a machine has a name', 'running_process_host', { host: '' }],
      ['a name does nothing at a terminal', 'running_process_host', { host: 'one\u001B[2J' }],
      ['a version does nothing at a terminal', 'running_process_version', { version: 'new version' }],
      ['a process has a number', 'running_process_pid', { pid: 0 }],
      ['beats are counted from nothing', 'running_process_beat', { beat: -1 }],
      ['work lies in the past', 'running_process_last_work_at', { last_work_at: later(60 * MINUTE_MS) }],
      [
        'no process claims to live for long',
        'running_process_alive_until',
        { alive_until: later(60 * MINUTE_MS) },
      ],
      ['a process lives when it is seen', 'running_process_alive_until', { alive_until: later(-MINUTE_MS) }],
    ],
  },
  {
    table: 'raised_alarm',
    validRow: raisedAlarmRow,
    refused: [
      ['an alarm is counted in one place', 'raised_alarm_pkey', TAKEN_ALARM],
      ['it is of a known kind of process', 'raised_alarm_kind', { kind: 'shop' }],
      ['a machine has a name', 'raised_alarm_host', { host: 'my machine' }],
      ['an alarm is a word', 'raised_alarm_name', { name: 'job failed' }],
      ['a warning or an error', 'raised_alarm_level', { level: 'info' }],
      ['it was raised', 'raised_alarm_raised', { raised: 0 }],
      ['the first is not after the last', 'raised_alarm_times', { first_at: later(60 * MINUTE_MS) }],
    ],
  },
];
