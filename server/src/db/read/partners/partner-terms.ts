import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Terms } from '@vezne/domain/commission';
import type { TransactionType } from '@vezne/domain/transaction-state';
import type { Database } from '../../schema.ts';

/** From when terms hold; `now` is PostgreSQL's clock at the moment of writing. */
export type TermsStart = Date | 'now';

export interface TermsVersion extends Terms {
  direction: TransactionType;
  version: number;
  effectiveFrom: Date;
  createdAt: Date;
  createdBy: string;
}

/** The version in force for each direction at a time, deposits first: the highest that has begun by then. */
export async function readTermsInForce(
  db: Kysely<Database>,
  partnerId: string,
  at: TermsStart = 'now',
): Promise<TermsVersion[]> {
  return await selectVersions(db, partnerId)
    .distinctOn('direction')
    .where('effective_from', '<=', at === 'now' ? sql<Date>`clock_timestamp()` : at)
    .orderBy('direction')
    .orderBy('version', 'desc')
    .execute();
}

/** The versions that will come into force, the next one first. What a higher version replaces before it begins is not here. */
export async function readTermsToCome(db: Kysely<Database>, partnerId: string): Promise<TermsVersion[]> {
  return await selectVersions(db, partnerId)
    .where('effective_from', '>', sql<Date>`clock_timestamp()`)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('partner_terms as higher')
            .select('higher.version')
            .whereRef('higher.partner_id', '=', 'partner_terms.partner_id')
            .whereRef('higher.direction', '=', 'partner_terms.direction')
            .whereRef('higher.version', '>', 'partner_terms.version')
            .whereRef('higher.effective_from', '<=', 'partner_terms.effective_from'),
        ),
      ),
    )
    .orderBy('effective_from')
    .orderBy('direction')
    .execute();
}

/** The number of the newest version, in force or not. */
export async function readLastTermsVersion(
  db: Kysely<Database>,
  { partnerId, direction }: { partnerId: string; direction: TransactionType },
): Promise<number> {
  const { version } = await db
    .selectFrom('partner_terms')
    .select((eb) => eb.fn.max('version').as('version'))
    .where('partner_id', '=', partnerId)
    .where('direction', '=', direction)
    .executeTakeFirstOrThrow();
  return version;
}

/** PostgreSQL's clock, which decides what has begun. */
export async function readTermsClock(db: Kysely<Database>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('A statement without a table always has a row.');
  return row.now;
}

function selectVersions(db: Kysely<Database>, partnerId: string) {
  return db
    .selectFrom('partner_terms')
    .select([
      'direction',
      'version',
      'basis_points as basisPoints',
      'fixed_cents as fixedCents',
      'settlement_mode as mode',
      'effective_from as effectiveFrom',
      'created_at as createdAt',
      'created_by as createdBy',
    ])
    .where('partner_id', '=', partnerId);
}
