import { readFileSync } from 'node:fs';
import { ANSWER_WITHIN_MS, LOOK_EVERY_MS } from '../../server/src/db/database-watch.ts';
import { WAIT_MS } from '../../server/src/processes/service-readings.ts';
import { readRules } from './alert-rules.ts';
import type { AlertRule } from './alert-rules.ts';

const CONFIGURATION = new URL('../../deploy/prometheus/prometheus.example.yml', import.meta.url);

/** What Prometheus is told to do, in seconds. */
export interface Looks {
  scrapeEvery: number;
  scrapeWithin: number;
  evaluateEvery: number;
}

/** Prometheus as we recommend it. */
export function readLooks(text = readFileSync(CONFIGURATION, 'utf8')): Looks {
  const seconds = (field: string): number => {
    const [, value] = new RegExp(`^ +${field}: (\\d+)s$`, 'm').exec(text) ?? [];
    if (value === undefined) throw new Error(`The configuration of Prometheus has no ${field} in seconds.`);
    return Number(value);
  };
  return {
    scrapeEvery: seconds('scrape_interval'),
    scrapeWithin: seconds('scrape_timeout'),
    evaluateEvery: seconds('evaluation_interval'),
  };
}

/** What a person on call has to see within this time, counted from the moment when it is so. */
export const SEEN_WITHIN_SECONDS = 60;

export interface Trouble {
  alert: string;
  /** From when on it is trouble. */
  since: string;
  /** How long at most until a scrape that begins then shows it, in seconds. */
  toldWithin: (looks: Looks) => number;
}

/** One that runs refuses connections at once when it ends. A machine that is gone says nothing, and the scrape ends by its time. */
const unanswered = ({ scrapeWithin }: Looks): number => scrapeWithin;
/** The answer waits so long for the database. What takes longer to read is told by the next scrape. */
const readFromDatabase = ({ scrapeEvery }: Looks): number => scrapeEvery + WAIT_MS / 1_000;

/** What stands still for everybody, and what money or evidence is lost by. */
export const TROUBLES: readonly Trouble[] = [
  { alert: 'VezneWorkerDead', since: 'the last worker ends', toldWithin: unanswered },
  { alert: 'VezneApiDead', since: 'the last api ends', toldWithin: unanswered },
  {
    alert: 'VezneDatabaseAway',
    since: 'the database answers no more',
    toldWithin: () => (LOOK_EVERY_MS + ANSWER_WITHIN_MS + WAIT_MS) / 1_000,
  },
  {
    alert: 'VezneWebhookEndpointDown',
    since: 'an endpoint has not taken an event for five minutes',
    toldWithin: readFromDatabase,
  },
  {
    alert: 'VezneLedgerDifference',
    since: 'the nightly check finds a difference',
    toldWithin: () => WAIT_MS / 1_000,
  },
  {
    alert: 'VezneAuditEntriesUnsealed',
    since: 'an entry is unsealed for five minutes',
    toldWithin: readFromDatabase,
  },
  {
    alert: 'VezneOverloaded',
    since: 'ten requests were refused within a minute',
    toldWithin: () => 0,
  },
];

/** A rule fires at the first evaluation at which its condition has held for this long. */
function heldFor({ name, for: held = '0s' }: AlertRule, { evaluateEvery }: Looks): number {
  const [, number, unit = ''] = /^(\d+)([smh])$/.exec(held) ?? [];
  if (number === undefined) throw new Error(`${name}: for is neither seconds nor minutes nor hours: ${held}`);
  const seconds = Number(number) * ({ s: 1, m: 60, h: 3_600 }[unit] ?? Number.NaN);
  return Math.ceil(seconds / evaluateEvery) * evaluateEvery;
}

/** From the trouble to its alert, in seconds, when every look comes as late as it can. */
export function longestDelay(trouble: Trouble, { rules = readRules(), looks = readLooks() } = {}): number {
  const rule = rules.find(({ name }) => name === trouble.alert);
  if (rule === undefined) throw new Error(`There is no rule ${trouble.alert}.`);
  const { scrapeEvery, evaluateEvery } = looks;
  return scrapeEvery + trouble.toldWithin(looks) + evaluateEvery + heldFor(rule, looks);
}
