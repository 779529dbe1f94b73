import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { partnerEvent } from '@vezne/contract/partner/events';
import type { PartnerEvent } from '@vezne/contract/partner/events';
import type pg from 'pg';
import { startTestApi } from '../../harness/api.ts';
import type { TestApi } from '../../harness/api.ts';
import { get, post } from '../../harness/client.ts';
import { insertEvent } from '../../harness/events.ts';
import { assertCreated, assertRefused, until } from '../../harness/expectations.ts';
import { depositBody, insertPartner, withdrawalBody } from '../../harness/factories.ts';
import type { TestPartner } from '../../harness/factories.ts';
import { insertLateDeposit } from '../../harness/states.ts';

interface Page {
  events: PartnerEvent[];
  nextCursor: string | null;
}

async function list(api: TestApi, query = '', partner: TestPartner = api.partner): Promise<Page> {
  const all = `${query === '' ? '?' : `${query}&`}corrections=true`;
  const answer = await get(api.url, partner, `/v1/events${all}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.json as unknown as Page;
}

async function ids(api: TestApi, query = ''): Promise<string[]> {
  return (await list(api, query)).events.map(({ eventId }) => eventId);
}

async function create(api: TestApi, type: 'deposit' | 'withdrawal', partner = api.partner) {
  const body = type === 'deposit' ? depositBody() : withdrawalBody();
  const created = assertCreated(await post(api.url, partner, `/v1/${type}s`, body));
  return { ...created, id: String(created['id']), externalReference: body.externalReference } as Created;
}

interface Created {
  id: string;
  externalReference: string;
  referenceCode?: string;
}

suite('GET /v1/events', { concurrency: 4 }, () => {
  test('shows every kind of decision with all fields, and a correction with the right amounts', async (t) => {
    const api = await startTestApi(t);
    const deposit = await create(api, 'deposit');
    const refused = await create(api, 'deposit');
    const payout = await create(api, 'withdrawal');
    const told = [
      await insertEvent(api.owner, deposit.id, 'deposit.approved'),
      await insertEvent(api.owner, deposit.id, 'deposit.corrected'),
      await insertEvent(api.owner, refused.id, 'deposit.rejected'),
      await insertEvent(api.owner, payout.id, 'withdrawal.approved'),
      await insertEvent(api.owner, payout.id, 'withdrawal.rejected'),
    ];
    const { events, nextCursor } = await list(api);
    for (const event of events) {
      assert.deepEqual(partnerEvent.parse(event), event);
      assert.ok(Math.abs(Date.parse(event.occurredAt) - Date.now()) < 60_000);
    }
    const ofDeposit = {
      type: 'deposit',
      transactionId: deposit.id,
      externalReference: deposit.externalReference,
      referenceCode: deposit.referenceCode,
      status: 'approved',
      reasonCode: null,
    };
    const ofPayout = {
      type: 'withdrawal',
      transactionId: payout.id,
      externalReference: payout.externalReference,
      referenceCode: null,
      actualAmountCents: null,
      netAmountCents: null,
    };
    const expected = [
      {
        ...ofDeposit,
        event: 'deposit.approved',
        actualAmountCents: 95_000,
        commissionCents: 2_850,
        netAmountCents: 92_150,
        playerAmountCents: 92_150,
        balanceImpactCents: 92_150,
      },
      {
        ...ofDeposit,
        event: 'deposit.corrected',
        actualAmountCents: 90_000,
        commissionCents: 2_700,
        netAmountCents: 87_300,
        playerAmountCents: 87_300,
        balanceImpactCents: 87_300,
      },
      {
        ...ofDeposit,
        event: 'deposit.rejected',
        transactionId: refused.id,
        externalReference: refused.externalReference,
        referenceCode: refused.referenceCode,
        status: 'rejected',
        reasonCode: 'no_money_seen',
        actualAmountCents: null,
        commissionCents: 0,
        netAmountCents: 0,
        playerAmountCents: 0,
        balanceImpactCents: 0,
      },
      {
        ...ofPayout,
        event: 'withdrawal.approved',
        status: 'approved',
        reasonCode: null,
        commissionCents: 3_000,
        playerAmountCents: 97_000,
        balanceImpactCents: -100_000,
      },
      {
        ...ofPayout,
        event: 'withdrawal.rejected',
        status: 'rejected',
        reasonCode: 'payout_returned',
        commissionCents: 0,
        playerAmountCents: 100_000,
        balanceImpactCents: 0,
      },
    ].map((event, index) => ({
      ...event,
      eventId: told[index],
      // Close to now, as checked above.
      occurredAt: events[index]?.occurredAt,
      originalTransactionId: null,
      amountCents: 100_000,
      currency: 'TRY',
    }));
    assert.deepEqual(events, expected);
    assert.equal(nextCursor, told.at(-1));
  });

  test('shows corrections only to partners that ask for them, and the cursor moves on for all', async (t) => {
    const api = await startTestApi(t);
    const { id } = await create(api, 'deposit');
    const approved = await insertEvent(api.owner, id, 'deposit.approved');
    await insertEvent(api.owner, id, 'deposit.corrected');
    const { id: refused } = await create(api, 'deposit');
    const rejected = await insertEvent(api.owner, refused, 'deposit.rejected');
    for (const query of ['', '?corrections=false', '?limit=2']) {
      const answer = await get(api.url, api.partner, `/v1/events${query}`);
      const page = answer.json as unknown as Page;
      assert.deepEqual(
        page.events.map(({ eventId }) => eventId),
        [approved, rejected],
        query,
      );
    }
    const odd = await get(api.url, api.partner, '/v1/events?corrections=yes');
    assertRefused(odd, 'invalid_request');
  });

  test('names the original transaction of late money', async (t) => {
    const api = await startTestApi(t);
    const original = await create(api, 'deposit');
    await insertLateDeposit(api.owner, original.id);
    const { rows } = await api.owner.query<{ id: string }>(
      'select id from transaction where original_transaction_id is not null',
    );
    await insertEvent(api.owner, rows[0]?.id ?? assert.fail(), 'deposit.approved');
    const [event] = (await list(api)).events;
    assert.equal(event?.originalTransactionId, original.id);
    assert.equal(event.externalReference, original.externalReference);
    assert.notEqual(event.transactionId, original.id);
  });

  test('is sorted oldest first, and pages of one event show each event once', async (t) => {
    const api = await startTestApi(t);
    const told = await tellMany(api, 7);
    const seen: string[] = [];
    let after: string | null = null;
    for (let page = 0; page < told.length; page += 1) {
      const { events, nextCursor }: Page = await list(
        api,
        `?limit=1${after === null ? '' : `&after=${after}`}`,
      );
      seen.push(...events.map(({ eventId }) => eventId));
      assert.equal(nextCursor, seen.at(-1));
      after = nextCursor;
    }
    assert.deepEqual(seen, told);
    assert.deepEqual(await ids(api), told, 'from the first on, unless asked otherwise');
    assert.deepEqual(await ids(api, `?after=${told[2]}&limit=3`), told.slice(3, 6), 'and from any event on');
  });

  test('gives a cursor that stays valid for ever; at the end of the list it is the one that was sent', async (t) => {
    const api = await startTestApi(t);
    assert.deepEqual(await list(api), { events: [], nextCursor: null }, 'there is no event yet');
    const [first = ''] = await tellMany(api, 1);
    assert.equal((await list(api)).nextCursor, first);
    for (let poll = 0; poll < 2; poll += 1) {
      assert.deepEqual(await list(api, `?after=${first}`), { events: [], nextCursor: first });
    }
    const [second] = await tellMany(api, 1);
    assert.deepEqual(await ids(api, `?after=${first}`), [second]);
  });

  test('has 50 events per page by default and up to 250 on request, and fewer at the end', async (t) => {
    const api = await startTestApi(t);
    const told = await tellMany(api, 51);
    assert.deepEqual(await ids(api), told.slice(0, 50));
    assert.deepEqual(await ids(api, '?limit=250'), told);
    assert.deepEqual(await ids(api, `?after=${told[49]}`), told.slice(50));
  });

  test("refuses an unknown, repeated or malformed parameter, and another partner's event, by name", async (t) => {
    let other: TestPartner | undefined;
    const api = await startTestApi(t, { prepare: async (owner) => (other = await insertPartner(owner)) });
    const foreign = await insertEvent(
      api.owner,
      (await create(api, 'deposit', other)).id,
      'deposit.approved',
    );
    const { id } = await create(api, 'deposit');
    const own = await insertEvent(api.owner, id, 'deposit.approved');
    const BAD: [query: string, path: string][] = [
      [`?after=${foreign}`, 'after'],
      [`?after=evt_${'0'.repeat(32)}`, 'after'],
      [`?after=${id}`, 'after'],
      [`?after=${own.toUpperCase()}`, 'after'],
      [`?after=${own}0`, 'after'],
      ['?after=', 'after'],
      ['?after=1', 'after'],
      [`?after=${own}&after=${own}`, 'after'],
      ['?limit=0', 'limit'],
      ['?limit=251', 'limit'],
      [`?cursor=${own}`, ''],
    ];
    const answers = new Set<string>();
    for (const [query, path] of BAD) {
      const answer = await get(api.url, api.partner, `/v1/events${query}`);
      const { fields } = assertRefused(answer, 'invalid_request', query);
      assert.deepEqual(
        fields?.map((field) => field.path),
        [path],
        query,
      );
      if (query.startsWith('?after=evt_') && !query.includes('&')) answers.add(JSON.stringify(fields));
    }
    assert.equal(answers.size, 1, 'an event of somebody else and one that never was are told alike');
    assert.deepEqual(await ids(api), [own]);
  });

  test('never skips an event that is committed during a read: a second event waits for the first', async (t) => {
    const api = await startTestApi(t);
    const [slow, fast] = [await create(api, 'deposit'), await create(api, 'deposit')];
    const [slowly, quickly] = [await begin(api.owner), await begin(api.owner)];
    const first = await insertEvent(slowly, slow.id, 'deposit.approved');
    let isSecondWritten = false;
    const writing = insertEvent(quickly, fast.id, 'deposit.approved').finally(() => {
      isSecondWritten = true;
    });
    await untilOneWaits(api.owner);
    assert.equal(isSecondWritten, false, 'it has no number before the first is committed');
    assert.deepEqual(await list(api), { events: [], nextCursor: null });

    await commit(slowly);
    const second = await writing;
    assert.deepEqual(await ids(api), [first], 'the second is not committed yet');
    await commit(quickly);
    assert.deepEqual(await ids(api, `?after=${first}`), [second]);
    assert.deepEqual(await ids(api), [first, second]);
  });

  test('shows a cancellation in its place among the decisions', async (t) => {
    const api = await startTestApi(t);
    const [decided, cancelled] = [await create(api, 'deposit'), await create(api, 'withdrawal')];
    const deciding = await begin(api.owner);
    const first = await insertEvent(deciding, decided.id, 'deposit.approved');
    const cancelling = post(api.url, api.partner, `/v1/transactions/${cancelled.id}/cancel`, {});
    await untilOneWaits(api.owner);
    assert.deepEqual(await ids(api), []);
    await commit(deciding);
    assert.equal((await cancelling).status, 200);
    const { events } = await list(api, `?after=${first}`);
    assert.deepEqual(
      events.map(({ event, transactionId, playerAmountCents, reasonCode }) => ({
        event,
        transactionId,
        playerAmountCents,
        reasonCode,
      })),
      [
        {
          event: 'withdrawal.rejected',
          transactionId: cancelled.id,
          playerAmountCents: 100_000,
          reasonCode: 'partner_cancelled',
        },
      ],
    );
  });
});

/** A deposit can be corrected any number of times, so one deposit is enough for many events. */
async function tellMany(api: TestApi, count: number): Promise<string[]> {
  const { id } = await create(api, 'deposit');
  const told: string[] = [];
  for (let index = 0; index < count; index += 1) {
    told.push(await insertEvent(api.owner, id, 'deposit.corrected'));
  }
  return told;
}

async function begin(owner: pg.Pool): Promise<pg.PoolClient> {
  const client = await owner.connect();
  await client.query('begin');
  return client;
}

async function commit(client: pg.PoolClient): Promise<void> {
  await client.query('commit');
  client.release();
}

/** Resolves when a statement waits for a row that another one holds. */
async function untilOneWaits(owner: pg.Pool): Promise<void> {
  const waiting = async () =>
    (
      await owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rowCount;
  await until(waiting, (count) => count === 1);
}
