import type { StatementFormat } from '@vezne/domain/partner-statement';
import { lastDayOf } from '@vezne/domain/turkish-calendar';
import type { Language } from '@vezne/domain/written';
import { isBroken } from '../../db/constraint.ts';
import type { PartnerScope } from '../../db/partner-scope.ts';
import { queryOn } from '../../db/query.ts';
import type { Query } from '../../db/query.ts';
import { findClosedMonth } from '../../db/read/partners/partner-months.ts';
import { countWishes, findDays, findSameWish, findStatementFile } from '../../db/read/portal/statements.ts';
import type { StatementFile, StatementWish } from '../../db/read/portal/statements.ts';
import { auditStatement, insertWish } from '../../db/write/partners/partner-statements.ts';
import { newId } from '../../ids.ts';
import { placeOf } from '../partner-people/signed-in.ts';
import type { PortalSession, PortalSignIn } from '../partner-people/signed-in.ts';
import { writeFor } from '../partner-people/write.ts';
import { refused } from '../refusal.ts';
import type { Caller } from '../sign-in/context.ts';

/** One after the other is made, and everybody waits for their own. The database holds both, also against two who ask at once. */
const MOST_WAITING = 10;
/** Each is kept for months. */
const MOST_A_DAY = 100;

const OPTIONS = { timeoutMs: 5_000 };

export type AskedStatement = { language: Language; format: StatementFormat } & (
  | { of: 'month'; month: string }
  | { of: 'period'; from: string; to: string }
);

type Refused = 'month_not_closed' | 'day_to_come' | 'too_many_statements';

/**
 * Asks for a file, which a worker makes. The same wish again means the file that waits or, of a closed month, the one that is there: so a press
 * that comes twice asks once.
 */
export async function askStatement(
  context: PortalSignIn,
  session: PortalSession,
  { asked, caller }: { asked: AskedStatement; caller: Caller },
): Promise<StatementFile> {
  const asking = writeFor(context, session, async (client, scope) => {
    const wish = await wishOf(scope, asked);
    if (typeof wish === 'string') return wish;
    const id =
      (await findSameWish(scope, wish)) ??
      (await insertNew(queryOn(client, OPTIONS), scope, {
        wish,
        session,
        details: { partner: scope.partnerId, ...asked, ...placeOf(session, caller) },
      }));
    return id === undefined ? 'too_many_statements' : await findStatementFile(scope, id);
  });
  const result = await asking.catch((error: unknown) => {
    if (isBroken(error, 'partner_statement_most')) return 'too_many_statements' as const;
    throw error;
  });
  // Said after the transaction: a refusal inside would cost its connection.
  if (typeof result === 'string') throw refused(result);
  if (result === undefined) throw new Error('A statement was asked for and is not there.');
  return result;
}

/** Undefined: too many wait, or were asked for today. */
async function insertNew(
  query: Query,
  scope: PartnerScope,
  {
    wish,
    session,
    details,
  }: { wish: StatementWish; session: PortalSession; details: Readonly<Record<string, unknown>> },
): Promise<string | undefined> {
  const { waiting, ofDay } = await countWishes(scope);
  if (waiting >= MOST_WAITING || ofDay >= MOST_A_DAY) return undefined;
  const [id, personId] = [newId(), session.person.id];
  // Of two who ask at the same moment, the second gets the first one's.
  if (!(await insertWish(query, { ...wish, id, partnerId: scope.partnerId, askedById: personId })))
    return await findSameWish(scope, wish);
  await auditStatement(query, { personId, action: 'partner_statement.ask', statementId: id, details });
  return id;
}

async function wishOf(scope: PartnerScope, asked: AskedStatement): Promise<StatementWish | Refused> {
  const { partnerId, query } = scope;
  const { language, format } = asked;
  if (asked.of === 'month') {
    const { month } = asked;
    if ((await findClosedMonth(query, partnerId, month)) === undefined) return 'month_not_closed';
    return { month, firstDay: `${month}-01`, lastDay: lastDayOf(month), language, format };
  }
  const { today } = await findDays(scope);
  if (asked.to > today) return 'day_to_come';
  return { month: null, firstDay: asked.from, lastDay: asked.to, language, format };
}
