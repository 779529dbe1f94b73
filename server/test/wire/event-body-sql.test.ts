import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { EVENT_TYPES, REASON_CODES } from '@vezne/domain/transaction-state';
import { EVENT_BODY_SQL } from '../../src/db/read/transactions/event-body-sql.ts';
import { EVENT_COLUMNS } from '../../src/db/read/transactions/events.ts';
import type { EventView } from '../../src/db/read/transactions/events.ts';
import { eventBody } from '../../src/wire/event-body.ts';
import { createTestDatabase } from '../harness/database.ts';

const EVENTS_AT_ONCE = 200;
const ROUNDS = 6;

/** More can't be written as an integer of JSON. */
const LARGEST = BigInt(Number.MAX_SAFE_INTEGER);
const amount = fc
  .oneof(fc.bigInt({ min: -LARGEST, max: LARGEST }), fc.constantFrom(0n, LARGEST, -LARGEST))
  .map(String);
const orNull = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null });

/** Whatever PostgreSQL can store in a text, and more often what has to be escaped. */
const reference = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom('"', '\\', '\\u0041', '\\"', '/', '\b', '\f', '\n', '\r', '\t', '\u001F', '\u007F'),
      fc.constantFrom('\u0085', '\u2028', '\u2029', '\uFEFF', 'ğİı', '👩🏽‍💻', '</script>', '%s', '{}', "'"),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.join('').replaceAll('\0', ''));

/** With microseconds, which JavaScript does not have. */
const time = fc
  .tuple(
    fc.date({
      min: new Date('2020-01-01T00:00:00Z'),
      max: new Date('2099-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    }),
    fc.integer({ min: 0, max: 999 }),
  )
  .map(([date, micros]) => date.toISOString().replace('Z', `${String(micros).padStart(3, '0')}Z`));

/** A row of the table, whether or not a decision would write it. */
const event = fc.record({
  id: fc.uuid(),
  transaction_id: fc.uuid(),
  type: fc.constantFrom(...EVENT_TYPES),
  status: fc.constantFrom('approved', 'rejected'),
  external_reference: reference,
  original_transaction_id: orNull(fc.uuid()),
  reference_code: orNull(fc.stringMatching(/^[A-Z2-9]{8}$/)),
  currency: fc.constant('TRY'),
  amount_cents: amount,
  actual_amount_cents: orNull(amount),
  commission_cents: amount,
  net_amount_cents: orNull(amount),
  player_amount_cents: amount,
  balance_impact_cents: amount,
  reason_code: orNull(fc.constantFrom(...REASON_CODES)),
  occurred_at: time,
});

test('the database writes the body of an event as the feed does, byte by byte', async (t) => {
  const database = await createTestDatabase(t);
  const worker = await database.pool('vezne_worker').connect();
  t.after(() => worker.release());
  for (const zone of ['UTC', 'Europe/Istanbul', 'America/St_Johns']) {
    await worker.query(`select set_config('timezone', $1, false)`, [zone]);
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { minLength: EVENTS_AT_ONCE, maxLength: EVENTS_AT_ONCE }),
        async (events) => {
          const { rows } = await worker.query<EventView & { body: string }>(
            `select ${EVENT_COLUMNS}, ${EVENT_BODY_SQL} as body from json_populate_recordset(null::event, $1) as e`,
            [JSON.stringify(events)],
          );
          assert.equal(rows.length, events.length);
          for (const { body, ...view } of rows) assert.equal(body, JSON.stringify(eventBody(view)));
        },
      ),
      { numRuns: ROUNDS, endOnFailure: true },
    );
  }
});
