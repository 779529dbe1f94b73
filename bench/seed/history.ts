import type pg from 'pg';
import { insertBankAccount, insertPartner } from '../../server/test/harness/factories.ts';
import type { TestPartner } from '../../server/test/harness/factories.ts';
import { runTwoAtATime } from './two-at-a-time.ts';
import { withGrownPages } from './grown-pages.ts';
import { withoutIndexes } from './without-indexes.ts';
import { LARGE_TABLES, PARTNERS, SMALL_TABLES, writePart } from './writing.ts';
import type { Part } from './writing.ts';

export interface HistoryOptions {
  transactions: number;
  /** What partners choose: numbers in a row, or names in no order, which meet another page of the index each. */
  references: 'random' | 'sequential';
  /** Over how many days the transactions are spread. */
  days?: number;
  /**
   * So many of them are of the last day, and wait for a player or an operator, but for those of the steady partner. Then nothing older
   * is open: two histories differ in their length alone. Default: the open ones are spread like everything else.
   */
  openToday?: number;
  /** What is open today: for whom it waits, by shares as on a busy day, or deposits for an operator alone. */
  openKinds?: 'open' | 'to_confirm';
  /** How many players there are at each partner. */
  players?: number;
  say?: (line: string) => void;
}

export interface SeededHistory {
  /** Half of everything is the first one's. */
  partners: TestPartner[];
  large: TestPartner;
  /** Its deposits were all approved, but the first transaction, three years before, was a withdrawal that was rejected. */
  steady: TestPartner;
  /** One in a thousand is of this one. */
  small: TestPartner;
  /** So many more, within the last hour. */
  more(transactions: number): Promise<void>;
}

const BANK_ACCOUNTS = 20;
const DAYS = 365;
const DAY_SECONDS = 86_400;
/** The last hour is left for what is added later. */
const NEW_SECONDS = 3_600;
/** What is open today began within so long, so that none of it is overdue. */
const OPEN_SECONDS = 20 * 3_600;
const PLAYERS = 1_000_000;

/**
 * Writes a history of transactions, in the order of time, with steps, events and books that `vezne ledger verify` finds intact. It
 * writes as the owner, in statements over whole batches, with triggers off.
 */
export async function seedHistory(owner: pg.Pool, options: HistoryOptions): Promise<SeededHistory> {
  const say = options.say ?? (() => undefined);
  const partners: TestPartner[] = [];
  for (const { terms } of PARTNERS) {
    partners.push(await insertPartner(owner, { requestsPerSecond: null, ...terms }));
  }
  const bankIds: string[] = [];
  for (let count = 0; count < BANK_ACCOUNTS; count++) bankIds.push((await insertBankAccount(owner)).id);

  const { transactions, references, players = PLAYERS } = options;
  const writing = { isRandom: references === 'random', players, partners, bankIds, say };
  await withoutIndexes(owner, LARGE_TABLES, async () => {
    await withGrownPages(owner, async () => {
      for (const part of partsOf(options)) await writePart(owner, { ...writing, ...part });
    });
    say('building indexes');
  });
  say('vacuum and analyze');
  await runTwoAtATime(
    owner,
    [...LARGE_TABLES, ...SMALL_TABLES].map((table) => `vacuum (analyze) ${table}`),
  );
  await owner.query('checkpoint');
  const [large, , , , steady, small] = partners;
  if (!large || !steady || !small) throw new Error('There are too few partners.');
  let written = transactions;
  return {
    partners,
    large,
    steady,
    small,
    async more(count) {
      const secondsBetween = NEW_SECONDS / count;
      await writePart(owner, {
        ...writing,
        kinds: 'all',
        first: written,
        last: written + count,
        startedAt: secondsAgo(NEW_SECONDS + written * secondsBetween),
        secondsBetween,
        firstWaiting: written,
      });
      written += count;
    },
  };
}

function secondsAgo(seconds: number): Date {
  return new Date(Date.now() - seconds * 1_000);
}

function partsOf({ transactions, days = DAYS, openToday = 0, openKinds = 'open' }: HistoryOptions): Part[] {
  const ended = transactions - openToday;
  const secondsBetween = (days * DAY_SECONDS) / ended;
  const isAllDrawn = openToday === 0;
  const history: Part = {
    kinds: isAllDrawn ? 'all' : 'ended',
    first: 0,
    last: ended,
    startedAt: secondsAgo(days * DAY_SECONDS + NEW_SECONDS + (isAllDrawn ? 0 : DAY_SECONDS)),
    secondsBetween,
    firstWaiting: isAllDrawn ? ended - Math.floor(DAY_SECONDS / secondsBetween) : ended,
  };
  if (isAllDrawn) return [history];
  const betweenOpen = OPEN_SECONDS / openToday;
  return [
    history,
    {
      kinds: openKinds,
      first: ended,
      last: transactions,
      startedAt: secondsAgo(OPEN_SECONDS + NEW_SECONDS + ended * betweenOpen),
      secondsBetween: betweenOpen,
      firstWaiting: ended,
    },
  ];
}
