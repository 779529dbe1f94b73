/** Keeps what moved each partner's balance, by day: charts and months read that, and never all entries. */
import type pg from 'pg';
import type { Cents } from '@vezne/domain/money';
import { startSums } from '@vezne/domain/partner-statement';
import type { StatementSums } from '@vezne/domain/partner-statement';
import { turkishDay } from '@vezne/domain/turkish-calendar';
import { queryOn } from '../../db/query.ts';
import { findPartnerAccounts } from '../../db/read/ledger/balance-entries.ts';
import { findCountedUpTo } from '../../db/read/partners/partner-days.ts';
import type { CountedUpTo } from '../../db/read/partners/partner-days.ts';
import { runRead, untilCommitIsSafe, withConnection } from '../../db/statement.ts';
import { addCountedDays } from '../../db/write/partners/partner-days.ts';
import type { CountedDay } from '../../db/write/partners/partner-days.ts';
import type { StatementLine } from '../../documents/partner-statement/statement.ts';
import { orLeave } from './each-partner.ts';
import type { LeftPartner } from './each-partner.ts';
import { readMovements } from './movements.ts';

const OPTIONS = { timeoutMs: 30_000 };

/** So many entries are added in one transaction. */
const ENTRIES_AT_ONCE = 5_000n;

/** Partners of which something was posted that is not counted yet. */
const BEHIND_SQL = `
select a.partner_id as id from ledger_account a
where a.kind = 'partner_balance' and a.entry_count > coalesce((
  select d.last_entry_no from partner_day d where d.partner_id = a.partner_id order by d.day desc limit 1
), 0)`;

export interface CountResult {
  /** Movements. */
  counted: number;
  left: LeftPartner[];
}

/** Counts what was posted of every partner. */
export async function countDays(pool: pg.Pool): Promise<CountResult> {
  const behind = await runRead<{ id: string }>(pool, { text: BEHIND_SQL }, OPTIONS);
  const result: CountResult = { counted: 0, left: [] };
  for (const { id } of behind) {
    const counted = await orLeave(id, async () => await countPartner(pool, id));
    if (typeof counted === 'number') result.counted += counted;
    else result.left.push(counted);
  }
  return result;
}

/** Counts what was posted of one partner until now. */
export async function countPartner(pool: pg.Pool, partnerId: string): Promise<number> {
  let counted = 0;
  for (;;) {
    const some = await countSome(pool, partnerId);
    counted += some.movements;
    if (some.isAll) return counted;
  }
}

async function countSome(pool: pg.Pool, partnerId: string): Promise<{ movements: number; isAll: boolean }> {
  return await withConnection(
    pool,
    async (client) =>
      await untilCommitIsSafe(client, OPTIONS.timeoutMs, async () => {
        const query = queryOn(client, OPTIONS);
        await query('begin');
        const accounts = await findPartnerAccounts(query, partnerId);
        const before = await findCountedUpTo(query, partnerId);
        const days = startDays(before);
        let last = before.entryNo;
        let movements = 0;
        const range = { above: before.entryNo, upTo: accounts.entryCount };
        for await (const lines of readMovements(query, accounts, range)) {
          for (const line of lines) days.add(line);
          movements += lines.length;
          last = lines.at(-1)?.entryNo ?? last;
          if (last - before.entryNo >= ENTRIES_AT_ONCE) break;
        }
        const isAll = last === accounts.entryCount;
        const added = days.all();
        const isMine =
          added.length === 0 ||
          (await addCountedDays(client, { partnerId, above: before.entryNo, days: added }));
        await query(isMine ? 'commit' : 'rollback');
        // Somebody else was first, and has counted the same. This one goes on from there.
        return isMine ? { movements, isAll } : { movements: 0, isAll: false };
      }),
  );
}

interface OpenDay {
  day: string;
  openingCents: Cents;
  lastEntryNo: bigint;
  sums: StatementSums;
}

/** Deals lines out to days. Days never go back: a line that was begun earlier and posted later belongs to the day of those before it. */
function startDays({ day, closingCents, firstOpenDay }: CountedUpTo): {
  add(line: StatementLine): void;
  all(): CountedDay[];
} {
  const days: OpenDay[] = [];
  let latest =
    [day, firstOpenDay]
      .filter((one) => one !== null)
      .toSorted()
      .at(-1) ?? '';
  return {
    add({ at, movement, balanceAfterCents, entryNo }) {
      const itsDay = turkishDay(at);
      if (itsDay > latest) latest = itsDay;
      let open = days.at(-1);
      if (open?.day !== latest) {
        const openingCents = open === undefined ? closingCents : open.sums.closingCents();
        open = { day: latest, openingCents, lastEntryNo: entryNo, sums: startSums(openingCents) };
        days.push(open);
      }
      open.sums.add(movement, balanceAfterCents);
      open.lastEntryNo = entryNo;
    },
    all: () =>
      days.map((open) => ({
        day: open.day,
        openingCents: open.openingCents,
        closingCents: open.sums.closingCents(),
        lastEntryNo: open.lastEntryNo,
        sums: open.sums.sums(),
      })),
  };
}
