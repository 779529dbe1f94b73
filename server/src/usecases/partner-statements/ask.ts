import type { StatementFormat } from '@vezne/domain/partner-statement';
import { lastDayOf } from '@vezne/domain/turkish-calendar';
import type { Language } from '@vezne/domain/written';
import { queryOn } from '../../db/query.ts';
import type { Query } from '../../db/query.ts';
import { findClosedMonth } from '../../db/read/partner-months.ts';
import { findDays, findStatementFile } from '../../db/read/portal/statements.ts';
import type { StatementFile } from '../../db/read/portal/statements.ts';
import { auditStatement, countWishes, findSameWish, insertWish } from '../../db/write/partner-statements.ts';
import type { StatementWish } from '../../db/write/partner-statements.ts';
import { newId } from '../../ids.ts';
import { placeOf } from '../partner-people/signed-in.ts';
import type { PortalSession, PortalSignIn } from '../partner-people/signed-in.ts';
import { writeFor } from '../partner-people/write.ts';
import { refused } from '../refusal.ts';
import type { Caller } from '../sign-in/context.ts';

/** One after the other is made, and everybody waits for their own. */
const MOST_WAITING = 10;
/** Each is kept for months. */
const MOST_A_DAY = 100;

const OPTIONS = { timeoutMs: 5_000 };

export type AskedStatement = { language: Language; format: StatementFormat } & (
  | { of: 'month'; month: string }
  | { of: 'period'; from: string; to: string }
);

/**
 * Asks for a file, which a worker makes. The same wish again means the file that waits or, of a closed month, the one that is there: so a press
 * that comes twice asks once.
 */
export async function askStatement(
  context: PortalSignIn,
  session: PortalSession,
  { asked, caller }: { asked: AskedStatement; caller: Caller },
): Promise<StatementFile> {
  const { person } = session;
  const { partnerId } = person;
  return await writeFor(context, session, async (client) => {
    const query = queryOn(client, OPTIONS);
    const wish = await wishOf(query, { partnerId, asked });
    const same = await findSameWish(query, wish);
    const id = same ?? newId();
    if (same === undefined) {
      const { waiting, ofDay } = await countWishes(query, partnerId);
      if (waiting >= MOST_WAITING || ofDay >= MOST_A_DAY) throw refused('too_many_statements');
      if (await insertWish(query, { ...wish, id, askedById: person.id }))
        await auditStatement(query, {
          personId: person.id,
          action: 'partner_statement.ask',
          statementId: id,
          details: { partner: partnerId, ...asked, ...placeOf(session, caller) },
        });
    }
    const found = (await findStatementFile({ partnerId, query }, id)) ?? (await sameAs(query, wish));
    if (found === undefined) throw new Error('A statement was asked for and is not there.');
    return found;
  });
}

/** Of two who asked at the same moment, the second gets the first one's. */
async function sameAs(query: Query, wish: StatementWish): Promise<StatementFile | undefined> {
  const id = await findSameWish(query, wish);
  return id === undefined ? undefined : await findStatementFile({ partnerId: wish.partnerId, query }, id);
}

async function wishOf(
  query: Query,
  { partnerId, asked }: { partnerId: string; asked: AskedStatement },
): Promise<StatementWish> {
  const { language, format } = asked;
  if (asked.of === 'month') {
    const { month } = asked;
    if ((await findClosedMonth(query, partnerId, month)) === undefined) throw refused('month_not_closed');
    return { partnerId, month, firstDay: `${month}-01`, lastDay: lastDayOf(month), language, format };
  }
  const { today } = await findDays({ partnerId, query });
  if (asked.to > today) throw refused('day_to_come');
  return { partnerId, month: null, firstDay: asked.from, lastDay: asked.to, language, format };
}
