import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { countingHook } from './raised-alarms.ts';

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

export function createLogger({ level, name }: { level: string; name: string }): Logger {
  const { hooks, countFor } = countingHook();
  const options = {
    level,
    hooks,
    base: { process: name },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: withErrorCode },
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[redacted]',
    },
  };
  return countFor(pino(options, gatheringDestination()));
}

/** The code of an error says what went wrong, and is no secret. It gets another name, so that it is not taken for one. */
function withErrorCode(error: Error): object {
  const { code, ...shown } = pino.stdSerializers.err(error);
  return code === undefined ? shown : { ...shown, errorCode: code as unknown };
}

/**
 * Writing each line separately was a tenth of the work of a read. With 4 KiB, there is one write for about twenty lines.
 */
const GATHERED_BYTES = 4096;
const GATHERED_FOR_MS = 100;

/** A line of this level or above may be the last before a crash, so it is written at once. */
const URGENT_LEVEL = pino.levels.values['warn'] ?? 0;

/**
 * Standard output, written in blocks. A killed process loses the lines of its last tenth of a second, but never a warning.
 */
function gatheringDestination(): DestinationStream & { lastLevel: number } {
  const output = pino.destination({ minLength: GATHERED_BYTES, periodicFlush: GATHERED_FOR_MS });
  process.once('exit', () => output.flushSync());
  return {
    // Makes pino set the level of each line before it writes it.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line) {
      output.write(line);
      if (this.lastLevel >= URGENT_LEVEL) output.flushSync();
    },
  };
}
