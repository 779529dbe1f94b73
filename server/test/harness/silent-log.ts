import { pino } from 'pino';
import type { Logger } from 'pino';

/** For tests that look at results, and not at what is logged on the way. */
export const silentLog: Logger = pino({ level: 'silent' });
