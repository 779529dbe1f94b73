/** What promtool is given for a rule, told to a real Prometheus instead: faster, with the waits of the rule shortened as much. */
import type { Play } from '../../server/test/metrics/plays.ts';

/** How long the longest play lasts here. What is faster comes between two looks of a Prometheus that looks every second. */
export const REPLAYED_WITHIN_SECONDS = 45;

/** Nothing is told: not yet, or not any more. */
type Told = number | undefined;

export interface Replay {
  alert: string;
  /** So many seconds of the play pass in one. */
  speed: number;
  /** It must not fire before so many seconds here. */
  quietFor: number;
  /** What each series tells after so many seconds here. */
  at(seconds: number): readonly { series: string; value: number }[];
}

export function replay(play: Play): Replay {
  const { alert, series, interval = '15s', quiet, clears } = play;
  const speed = clears === undefined ? 1 : secondsIn(clears) / REPLAYED_WITHIN_SECONDS;
  const step = secondsIn(interval) / speed;
  const told = Object.entries(series).map(([name, notation]) => ({
    name: name.replace(/\}$/, `, ${labelOf(alert)}}`),
    values: valuesOf(notation),
  }));
  /** Of a moment in the play the same moment here. 0 is none: it means never. */
  const asToday = (name: string, value: number, seconds: number): number =>
    name.includes('_timestamp_seconds') && value > 0 ? Date.now() / 1_000 - seconds + value / speed : value;
  return {
    alert,
    speed,
    quietFor: quiet === undefined ? 0 : secondsIn(quiet) / speed,
    at: (seconds) =>
      told.flatMap(({ name, values }) => {
        const value = values[Math.min(Math.floor(seconds / step), values.length - 1)];
        return value === undefined ? [] : [{ series: name, value: asToday(name, value, seconds) }];
      }),
  };
}

/** Plays have the same series at different speeds, and each rule is to see those of its own. */
function labelOf(alert: string): string {
  return `play="${alert}"`;
}

/** `0x2`: three times 0. `30+60x2`: 30, 90, 150. `_`: nothing. `stale`: no more. */
export function valuesOf(notation: string): Told[] {
  return notation.split(' ').flatMap((word) => {
    if (word === 'stale' || word === '_') return [undefined];
    const [, first = '', each = '0', times = '0'] =
      /^(_|[\d.]+)(?:\+([\d.]+))?(?:x(\d+))?$/.exec(word) ?? unreadable(word);
    // Of what is absent there are so many; of a value one more.
    if (first === '_') return Array.from({ length: Number(times) }, () => undefined);
    return Array.from({ length: Number(times) + 1 }, (_, index) => Number(first) + index * Number(each));
  });
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

export function secondsIn(duration: string): number {
  const parts = [...duration.matchAll(/(\d+)([smhd])/g)];
  if (parts.map(([part]) => part).join('') !== duration) return unreadable(duration);
  return parts.reduce(
    (sum, [, number, unit = '']) => sum + Number(number) * (SECONDS[unit] ?? Number.NaN),
    0,
  );
}

function unreadable(text: string): never {
  throw new Error(`The plays have something that is not read here: ${text}`);
}

/** The rules with every wait shortened by the speed of the rule's play; those without a replay are left out. */
export function quickened(rules: string, replays: readonly Replay[]): string {
  const speeds = new Map(replays.map(({ alert, speed }) => [alert, speed]));
  const [head = '', ...blocks] = rules.split(/^(?= +- alert: )/m);
  const [group = ''] = /^groups:\n +- name: .+\n +rules:\n/m.exec(head) ?? [];
  return (
    group +
    blocks
      .flatMap((block) => {
        const [, name = ''] = /- alert: (\w+)/.exec(block) ?? [];
        const speed = speeds.get(name);
        // The next group's head stands at the end of a block.
        return speed === undefined
          ? []
          : [shorten(ofItsPlay(block.replace(/^ {2}- name: [^]*$/m, ''), name), speed)];
      })
      .join('')
  );
}

function ofItsPlay(block: string, alert: string): string {
  return block.replace(/^ +expr: .+$/m, (line) =>
    line.replaceAll(/\b(vezne_\w+|process_start_time_seconds)(\{?)/g, (_, metric: string, brace: string) =>
      brace === '' ? `${metric}{${labelOf(alert)}}` : `${metric}{${labelOf(alert)},`,
    ),
  );
}

function shorten(block: string, speed: number): string {
  const quick = (duration: string): string =>
    `${Math.max(1, Math.round((secondsIn(duration) / speed) * 1_000))}ms`;
  return block
    .replaceAll(
      /((?:keep_firing_)?for: )(\w+)$/gm,
      (_, field: string, duration: string) => field + quick(duration),
    )
    .replaceAll(/\[(\w+)\]/g, (_, duration: string) => `[${quick(duration)}]`)
    .replaceAll(/(offset )(\w+)/g, (_, word: string, duration: string) => word + quick(duration))
    .replaceAll(
      /(time\(\) - .+? [<>] )(\d+)(?: \* (\d+))?(?= or |$)/gm,
      (_, before: string, number: string, times = '1') =>
        `${before}${(Number(number) * Number(times)) / speed}`,
    );
}
