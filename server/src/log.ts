import { pino } from 'pino';
import type { Logger } from 'pino';

/** Fields that hold a secret or a person's data, wherever they turn up in what is logged. */
const SECRET_FIELDS = [
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
  return pino({
    level,
    base: { process: name },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[redacted]',
    },
  });
}
