import { pino } from 'pino';
import type { Logger } from 'pino';

/** For tests that check results, not log lines. */
export const silentLog: Logger = pino({ level: 'silent' });
