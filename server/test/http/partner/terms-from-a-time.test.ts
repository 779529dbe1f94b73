import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLineActor } from '@vezne/domain/actor';
import { createDatabase } from '../../../src/db/kysely.ts';
import { setTerms } from '../../../src/usecases/partners/set-terms.ts';
import { startTestApi } from '../../harness/api.ts';
import { post } from '../../harness/client.ts';
import { assertCreated } from '../../harness/expectations.ts';
import { byTwo } from '../../harness/by-two.ts';
import { depositBody } from '../../harness/factories.ts';

const PATH = '/v1/deposits';
/** How long a running process may take to notice that terms have begun. */
const NOTICED_WITHIN_MS = 2_000;
/** How many deposits have to be made with the new terms. */
const LATE = 5;

test('a running api takes up terms when their time comes, and a replay keeps the terms of its creation', async (t) => {
  const { url, owner, database, partner } = await startTestApi(t);
  const { rows: clock } = await owner.query<{ from: Date }>(
    `select date_trunc('milliseconds', now()) + interval '2 seconds' as "from"`,
  );
  const { from } = clock[0] ?? assert.fail();
  const pool = database.pool('vezne_admin');
  const context = { db: createDatabase(pool), actor: commandLineActor('ayse') };
  const changes = { basisPoints: 100 };
  await byTwo(pool, setTerms(context, { partner: partner.id, direction: 'deposit', changes, from }));
  const body = depositBody();
  const first = await post(url, partner, PATH, body);
  assert.equal(assertCreated(first)['commissionCents'], 3_000);
  // By count, not by the clock: a busy machine may make one in the time in which a quiet one makes ten.
  let madeLate = 0;
  while (madeLate < LATE) {
    if (Date.now() > from.getTime() + NOTICED_WITHIN_MS) madeLate += 1;
    assertCreated(await post(url, partner, PATH, depositBody()));
    await sleep(50);
  }
  const { rows } = await owner.query<{ lateMs: number; basisPoints: number }>(
    `select (extract(epoch from created_at - $1::timestamptz) * 1000)::float8 as "lateMs",
            commission_basis_points as "basisPoints" from transaction`,
    [from],
  );
  const early = rows.filter(({ lateMs }) => lateMs < 0);
  const late = rows.filter(({ lateMs }) => lateMs > NOTICED_WITHIN_MS);
  assert.ok(early.length > 0 && late.length >= LATE, `${early.length} before, ${late.length} after`);
  assert.deepEqual(new Set(early.map(({ basisPoints }) => basisPoints)), new Set([300]));
  assert.deepEqual(new Set(late.map(({ basisPoints }) => basisPoints)), new Set([100]));

  const replay = await post(url, partner, PATH, body);
  assert.deepEqual([replay.text, replay.headers['idempotent-replayed']], [first.text, 'true']);
});
