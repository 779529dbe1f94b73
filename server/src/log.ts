import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';

/** Fields that hold a secret or a person's data, wherever they turn up in what is logged. */
export const SECRET_FIELDS = [
  'apiSecret',
  'hashSecret',
  'password',
  'token',
  'signature',
  'iban',
  'fullName',
  'email',
];

export function createLogger({ level, name }: { level: string; name: string }): Logger {
  const options = {
    level,
    base: { process: name },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[redacted]',
    },
  };
  return pino(options, gatheringDestination());
}

/** A write for every line was a tenth of the work for a read; with 4 KiB it is one for twenty lines. */
const GATHERED_BYTES = 4096;
const GATHERED_FOR_MS = 100;

/** From here on a line may be the last before the end, and is written at once. */
const URGENT_LEVEL = pino.levels.values['warn'] ?? 0;

/** Standard output, written in pieces. A process that is killed loses the lines of a tenth of a second, never a warning. */
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
