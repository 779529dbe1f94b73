/**
 * What repeats is counted, not repeated. While a database is away, the same few lines would come several times a second from every
 * process, and hide the one line that is new.
 *
 * The first line of a kind is written at once. While it repeats, one line a minute says how often (`repeated`), and a last one when it has
 * stopped.
 */

import { namesAFate } from './db/outage.ts';
import { isErrorLike } from './log-errors.ts';
import type { ErrorLike } from './log-errors.ts';

/** Which lines are the same to somebody who reads them. */
export interface LineKind {
  /** What it says, whatever caused it. */
  message: string;
  /** The same with its cause, and with whom it concerns. */
  key: string;
}

export interface Repeats {
  /** Whether this line is to be written. Otherwise it is counted, and kept if it is the newest of its kind. */
  isNew(kind: LineKind, line: string, nowMs: number): boolean;
  /** The lines that are due for what was counted. */
  due(nowMs: number): string[];
  /** The same when nothing more will come. */
  rest(): string[];
  /** Nothing repeats, so nothing can come due. */
  isIdle(): boolean;
}

/** Whatever comes again after so long is new again. */
const OVER_AFTER_MS = 10_000;
const LINE_EVERY_MS = 60_000;
/** Strangers can make up kinds, such as keys that don't exist. Beyond this, lines of one message are counted together. */
const MAX_KINDS_OF_MESSAGE = 50;
const MAX_KINDS = 1_000;

interface Heard {
  message: string;
  /** Whether it stands for several kinds. */
  isMixed: boolean;
  lastAtMs: number;
  writtenAtMs: number;
  /** How many were counted since a line was written, and the newest of them. */
  counted: number;
  newest: string;
}

export function createRepeats(): Repeats {
  const heard = new Map<string, Heard>();
  const kindsOfMessage = new Map<string, number>();

  function placeOf({ message, key }: LineKind): { place: string; isMixed: boolean } {
    const isFull = heard.size >= MAX_KINDS || (kindsOfMessage.get(message) ?? 0) >= MAX_KINDS_OF_MESSAGE;
    if (!isFull || heard.has(key)) return { place: key, isMixed: false };
    const mixed = `mixed ${message}`;
    return { place: heard.has(mixed) || heard.size < 2 * MAX_KINDS ? mixed : 'mixed', isMixed: true };
  }

  function forget(place: string, { message }: Heard): void {
    heard.delete(place);
    const others = (kindsOfMessage.get(message) ?? 0) - 1;
    if (others > 0) kindsOfMessage.set(message, others);
    else kindsOfMessage.delete(message);
  }

  return {
    isNew(kind, line, nowMs) {
      const { place, isMixed } = placeOf(kind);
      const known = heard.get(place);
      if (known !== undefined) {
        known.lastAtMs = nowMs;
        known.counted += 1;
        known.newest = line;
        return false;
      }
      const { message } = kind;
      heard.set(place, { message, isMixed, lastAtMs: nowMs, writtenAtMs: nowMs, counted: 0, newest: '' });
      kindsOfMessage.set(message, (kindsOfMessage.get(message) ?? 0) + 1);
      return true;
    },
    due(nowMs) {
      const lines: string[] = [];
      for (const [place, one] of heard) {
        const isOver = nowMs - one.lastAtMs >= OVER_AFTER_MS;
        if (isOver || nowMs - one.writtenAtMs >= LINE_EVERY_MS) {
          lines.push(...lineOf(one));
          one.counted = 0;
          one.writtenAtMs = nowMs;
        }
        if (isOver) forget(place, one);
      }
      return lines;
    },
    rest() {
      const lines = [...heard.values()].flatMap(lineOf);
      heard.clear();
      kindsOfMessage.clear();
      return lines;
    },
    isIdle: () => heard.size === 0,
  };
}

/** The newest of them, with how many it stands for. It is a line of JSON already, so nothing has to be redacted again. */
function lineOf({ counted, newest, isMixed }: Heard): string[] {
  if (counted === 0) return [];
  return [
    `${newest.slice(0, newest.lastIndexOf('}'))},"repeated":${counted}${isMixed ? ',"mixed":true' : ''}}\n`,
  ];
}

/** Whom or what a line concerns. What differs in another field, such as the request, is the same line again. */
const TELLS_APART = ['alarm', 'job', 'channel', 'apiKey', 'endpointId', 'claimedKey', 'network'] as const;

/**
 * Only lines that say why (`err` or `reason`) repeat; any other is about something of its own, such as one event that a partner did not
 * take. So is a line that names a transaction or an event. Undefined: the line is never counted.
 */
export function kindOf(
  level: number,
  message: string,
  fields: Readonly<Record<string, unknown>>,
): LineKind | undefined {
  const { err, reason } = fields;
  if ((err === undefined && reason === undefined) || namesAFate(fields)) return undefined;
  const concerns = TELLS_APART.map((name) => fields[name] ?? null);
  const cause = isErrorLike(err) ? causeOf(err) : null;
  return { message, key: JSON.stringify([level, message, cause, reason ?? null, ...concerns]) };
}

/**
 * A connection that is lost, or can't be made, says so in many words: by the system, by the driver and by PostgreSQL. To somebody who reads
 * it is one cause, and the newest words are on the line that says how often.
 */
const LOST_CONNECTION =
  /^(?:ECONN(?:RESET|REFUSED|ABORTED)|EPIPE|ETIMEDOUT|08[0-9A-Z]{3}|57P0[1-4])$|^Connection terminated/;

/** An error without a code is known by its words, less what differs each time. */
function causeOf({ code, constraint, name, message }: ErrorLike): unknown[] {
  if (LOST_CONNECTION.test(typeof code === 'string' ? code : message)) return ['lost connection'];
  if (code !== undefined) return [code, constraint ?? null];
  return [name ?? null, message.replaceAll(/[0-9a-f-]{8,}|\d+/gi, '#').slice(0, 200)];
}
