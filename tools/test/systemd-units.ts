/** The files of deploy/systemd, as systemd reads them. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const UNITS_FOLDER = fileURLToPath(new URL('../../deploy/systemd', import.meta.url));

export interface Unit {
  name: string;
  /** Every value that a setting was given, in order. */
  all(setting: string): string[];
  /** The only value that a setting was given. */
  one(setting: string): string;
}

export function readUnits(): Unit[] {
  return globSync('*.service', { cwd: UNITS_FOLDER })
    .toSorted()
    .map((name) => unitOf(name, readFileSync(join(UNITS_FOLDER, name), 'utf8')));
}

function unitOf(name: string, text: string): Unit {
  const settings = assignmentsOf(text);
  const all = (setting: string): string[] =>
    settings.filter(([key]) => key === setting).map(([, value]) => value);
  return {
    name: basename(name, '.service'),
    all,
    one(setting) {
      const [value, ...more] = all(setting);
      if (value === undefined || more.length > 0) throw new Error(`${name} has not one ${setting}=.`);
      return value;
    },
  };
}

/** Lines NAME=VALUE, as units and files of an environment have them. */
export function assignmentsOf(text: string): [string, string][] {
  return [...text.matchAll(/^([A-Za-z]\w*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]);
}

/** What a unit's process finds in its environment, where systemd keeps its credentials and its state in these folders. */
export function environmentOf(
  unit: Unit,
  { instance, credentials, state }: { instance: string; credentials: string; state: string },
): Record<string, string> {
  const filledIn = (value: string): string =>
    value.replaceAll('%i', instance).replaceAll('%d', credentials).replaceAll('%S', state);
  const own = unit.all('Environment').map((line) => line.split('=', 2) as [string, string]);
  const shared = assignmentsOf(readFileSync(join(UNITS_FOLDER, 'vezne.env'), 'utf8'));
  // A file wins over lines of the unit, whatever stands first.
  return {
    ...Object.fromEntries(own.map(([name, value]) => [name, filledIn(value)])),
    ...Object.fromEntries(shared),
  };
}

/** `90s`, `5min`. */
export function milliseconds(time: string): number {
  const [, count, unit] = /^(\d+)(s|min)$/.exec(time) ?? [];
  if (count === undefined) throw new Error(`${time} is no time in seconds or minutes.`);
  return Number(count) * (unit === 'min' ? 60_000 : 1_000);
}
