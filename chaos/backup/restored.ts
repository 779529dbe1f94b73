/** What `vezne restored` says of a copy, held against what partners were answered. */
import assert from 'node:assert/strict';
import type pg from 'pg';
import { fromTransactionId } from '../../server/src/ids.ts';
import type { ProcessRole } from '../../server/test/harness/database.ts';
import { jsonOf, vezneOn } from '../../server/test/commands/vezne.ts';
import type { Acknowledged } from './installation.ts';

/** The newest row of an installation that runs is not older than this. */
const AT_MOST_BEFORE_MS = 10_000;

interface Said {
  keptUntil: string;
  heads: { checked: number; gone: number; firstGone: { sealedAt: string } | null };
}

/** The moment that it names has everything before it, and misses nothing that is there by more than some seconds. */
export async function assertRestoredSays(
  copy: { urlOf: (role: ProcessRole) => string; pool: pg.Pool; env?: Record<string, string> },
  {
    heads,
    moment,
    acknowledged,
    gone,
  }: { heads: string; moment: Date; acknowledged: readonly Acknowledged[]; gone: number },
): Promise<void> {
  const said = jsonOf(
    await vezneOn(copy, copy.env)('restored', '--heads', heads, '--json'),
  ) as unknown as Said;
  const keptUntilMs = Date.parse(said.keptUntil);
  assert.ok(
    keptUntilMs <= moment.getTime() && keptUntilMs > moment.getTime() - AT_MOST_BEFORE_MS,
    `${said.keptUntil} of ${moment.toISOString()}`,
  );
  assert.equal(said.heads.gone, gone);
  if (said.heads.firstGone !== null) assert.ok(Date.parse(said.heads.firstGone.sealedAt) > keptUntilMs);

  const { rows } = await copy.pool.query<{ id: string }>('select id from transaction');
  const kept = new Set(rows.map(({ id }) => id));
  const missing = acknowledged.filter(({ id }) => !kept.has(fromTransactionId(id) ?? ''));
  assert.ok(missing.length > 0, 'something was acknowledged after the moment');
  for (const { id, atMs } of missing) assert.ok(atMs > keptUntilMs, `${id} is missing`);
}

/** The first block of reference codes that nobody was given. */
export async function nextBlockOf(pool: pg.Pool): Promise<bigint> {
  const { rows } = await pool.query<{ block: string }>(
    'select next_block as block from reference_code_counter',
  );
  return BigInt(rows[0]?.block ?? assert.fail());
}
