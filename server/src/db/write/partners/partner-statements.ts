/** What people of a partner ask for. Each runs with the partner set. */
import type { Query } from '../../query.ts';
import type { StatementWish } from '../../read/portal/statements.ts';

/** False: somebody else has asked for the same at this moment. */
export async function insertWish(
  query: Query,
  { id, partnerId, askedById, ...wish }: StatementWish & { id: string; partnerId: string; askedById: string },
): Promise<boolean> {
  const rows = await query(
    `insert into partner_statement (id, partner_id, month, first_day, last_day, language, format, asked_by_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict do nothing returning id`,
    [
      id,
      partnerId,
      wish.month === null ? null : `${wish.month}-01`,
      wish.firstDay,
      wish.lastDay,
      wish.language,
      wish.format,
      askedById,
    ],
  );
  return rows.length === 1;
}

/** What a person did, in the transaction of what they did. The database says who they are. */
export async function auditStatement(
  query: Query,
  entry: {
    personId: string;
    action: 'partner_statement.ask' | 'partner_statement.download';
    statementId: string;
    details: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  await query(`select portal_audit($1, $2, 'partner_statement', $3, $4)`, [
    entry.personId,
    entry.action,
    entry.statementId,
    JSON.stringify(entry.details),
  ]);
}
