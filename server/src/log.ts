import { hostname } from 'node:os';
import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { outage } from './db/outage.ts';
import { shownError } from './log-errors.ts';
import { createRepeats, kindOf } from './log-repeats.ts';
import { countingHook } from './raised-alarms.ts';
import { runningVersion } from './version.ts';

/** Fields that hold a secret or personal data, anywhere in a logged object. */
export const SECRET_FIELDS = [
  'apiSecret',
  'hashSecret',
  'password',
  'currentPassword',
  'newPassword',
  'passwordHash',
  'token',
  'attemptToken',
  'code',
  'recoveryCodes',
  'secret',
  'session',
  'cookie',
  'set-cookie',
  'authorization',
  'signature',
  'iban',
  'fullName',
  'email',
];

export interface LoggerOptions {
  level: string;
  /** What kind of process it is. */
  name: string;
  /** Whose lines these are to the database: the role of this address. */
  databaseUrl?: string;
}

export function createLogger({ level, name, databaseUrl }: LoggerOptions): Logger {
  // `silent` is no level of a line.
  const writtenFrom = pino.levels.values[level] ?? Infinity;
  const { hooks, countFor } = countingHook({ isLeftOut: outage.leavesOut, writtenFrom });
  const options = {
    level: writtenFrom > URGENT_LEVEL ? 'warn' : level,
    hooks,
    // Who wrote a line, among the lines of many. It is made into text once, and not for each line.
    base: {
      process: name,
      pid: process.pid,
      host: hostname(),
      version: runningVersion(),
      role: roleOf(databaseUrl),
    },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: shownError },
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[redacted]',
    },
  };
  return countFor(pino(options, gatheringDestination()));
}

function roleOf(databaseUrl: string | undefined): string | undefined {
  const user = databaseUrl === undefined ? '' : new URL(databaseUrl).username;
  return user === '' ? undefined : decodeURIComponent(user);
}

/**
 * Writing each line separately was a tenth of the work of a read. With 4 KiB, there is one write for about twenty lines.
 */
const GATHERED_BYTES = 4096;
const GATHERED_FOR_MS = 100;

/** A line of this level or above may be the last before a crash, so it is written at once. */
const URGENT_LEVEL = pino.levels.values['warn'] ?? 0;

const LOOK_FOR_DUE_LINES_MS = 1_000;

/** What pino says of each line before it hands it over. */
interface LineMetadata {
  lastLevel: number;
  lastMsg: string | undefined;
  lastObj: Readonly<Record<string, unknown>>;
  lastLogger: Logger | undefined;
}

/**
 * Standard output, written in blocks. A killed process loses the lines of its last tenth of a second, but never a warning that is new.
 */
function gatheringDestination(): DestinationStream & LineMetadata {
  const output = pino.destination({ minLength: GATHERED_BYTES, periodicFlush: GATHERED_FOR_MS });
  const repeats = createRepeats();
  const bindings = new WeakMap<Logger, object>();
  let looking: NodeJS.Timeout | undefined;

  function writeAll(lines: readonly string[]): void {
    for (const line of lines) output.write(line);
    if (lines.length > 0) output.flushSync();
  }
  function look(): void {
    writeAll(repeats.due(performance.now()));
    if (!repeats.isIdle()) return;
    clearInterval(looking);
    looking = undefined;
  }
  /** The fields of all lines of a logger. Pino keeps them as text, which is read once: in an attack there are many warnings. */
  function bindingsOf(logger: Logger): object {
    const known = bindings.get(logger) ?? logger.bindings();
    bindings.set(logger, known);
    return known;
  }
  /** Whether nobody has read the same a moment ago. */
  function isNew({ lastLevel, lastMsg = '', lastObj, lastLogger }: LineMetadata, line: string): boolean {
    const all = { ...(lastLogger && bindingsOf(lastLogger)), ...lastObj };
    const kind = kindOf(lastLevel, lastMsg, all);
    if (kind === undefined) return true;
    looking ??= setInterval(look, LOOK_FOR_DUE_LINES_MS).unref();
    return repeats.isNew(kind, line, performance.now());
  }

  process.once('exit', () => {
    writeAll(repeats.rest());
    output.flushSync();
  });
  return {
    // Makes pino set what is known of each line before it writes it.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    lastMsg: undefined,
    lastObj: {},
    lastLogger: undefined,
    write(line) {
      if (this.lastLevel < URGENT_LEVEL) output.write(line);
      else if (isNew(this, line)) writeAll([line]);
    },
  };
}
