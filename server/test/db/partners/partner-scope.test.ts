// Never tried again: a row of another partner that comes once in a thousand times is what it looks for.
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { suite, test } from 'node:test';
import { cents } from '@vezne/domain/money';
import { pino } from 'pino';
import { createPool } from '../../../src/db/pool.ts';
import { readAsPartner, readFromDoor, writeAsPartner } from '../../../src/db/partner-scope.ts';
import type { PartnerScope } from '../../../src/db/partner-scope.ts';
import * as books from '../../../src/db/read/ledger/partner-books.ts';
import * as days from '../../../src/db/read/partners/partner-days.ts';
import * as months from '../../../src/db/read/partners/partner-months.ts';
import * as balance from '../../../src/db/read/portal/balance.ts';
import * as decided from '../../../src/db/read/portal/decided.ts';
import * as deliveries from '../../../src/db/read/portal/deliveries.ts';
import * as entries from '../../../src/db/read/portal/entries.ts';
import * as keys from '../../../src/db/read/portal/keys.ts';
import * as people from '../../../src/db/read/portal/people.ts';
import * as searchedIds from '../../../src/db/read/portal/searched-ids.ts';
import * as statements from '../../../src/db/read/portal/statements.ts';
import * as transactionIds from '../../../src/db/read/portal/transaction-ids.ts';
import * as transactions from '../../../src/db/read/portal/transactions.ts';
import * as uncounted from '../../../src/db/read/portal/uncounted.ts';
import * as webhooks from '../../../src/db/read/portal/webhooks.ts';
import { assertClean, runRounds } from './partner-rounds.ts';
import { openTwoPartners } from '../rows/two-partners.ts';
import type { PeopledPartner } from '../rows/two-partners.ts';

const OPTIONS = { timeoutMs: 5_000 };

/** `npm run long -- partner-scope` runs ten thousand. */
const ROUNDS = 100;

test(`100 requests of two partners at once over two connections, ${ROUNDS} times: no row crosses`, async (t) => {
  const { database, ours, theirs } = await openTwoPartners(t);
  const { requests, failed, rows } = await runRounds(database, {
    partnerIds: [ours.id, theirs.id],
    rounds: ROUNDS,
  });
  assert.deepEqual([requests, failed], [100 * ROUNDS, 2 * ROUNDS]);
  assert.ok(rows > requests);
});

test('whatever fails in the middle leaves no setting, no transaction and no row behind', async (t) => {
  const { database, owner, ours } = await openTwoPartners(t);
  const pool = createPool({
    url: database.urlOf('vezne_portal'),
    maxConnections: 2,
    applicationName: 'test',
    log: pino({ level: 'silent' }),
  });
  t.after(async () => await pool.end());
  const failures: Readonly<Record<string, () => Promise<unknown>>> = {
    'a fault of the program while it reads': async () =>
      await readAsPartner(pool, ours.id, async () => await Promise.reject(new Error('a fault')), OPTIONS),
    'a statement that fails': async () =>
      await readAsPartner(pool, ours.id, async ({ query }) => await query('select 1 / 0'), OPTIONS),
    'a write among the reads': async () =>
      await readAsPartner(
        pool,
        ours.id,
        async ({ query }) => await query('delete from partner_totp'),
        OPTIONS,
      ),
    'a read that takes too long': async () =>
      await readAsPartner(pool, ours.id, async ({ query }) => await query('select pg_sleep(2)'), {
        timeoutMs: 50,
      }),
    'a fault after the door': async () =>
      await readFromDoor(
        pool,
        async (ask) => (await ask<{ partnerId: string }>('select $1::text as "partnerId"', [ours.id]))[0],
        async () => await Promise.reject(new Error('a fault')),
        OPTIONS,
      ),
    'a fault after a write': async () =>
      await writeAsPartner(
        pool,
        ours.id,
        async (client) => {
          await client.query('delete from partner_totp');
          throw new Error('a fault');
        },
        OPTIONS,
      ),
    'a partner that is none': async () =>
      await readAsPartner(
        pool,
        'not an id',
        async ({ query }) => await query('select from transaction'),
        OPTIONS,
      ),
  };
  for (const [what, failing] of Object.entries(failures)) {
    await t.test(what, async () => {
      await assert.rejects(failing());
      await assertClean(pool);
    });
  }
  assert.equal((await owner.query('select from partner_totp')).rowCount, 2, 'nothing was written');
});

const endpointIdOf = ({ webhooks: { endpoint } }: PeopledPartner): string => String(endpoint['id']);

type Read = (scope: PartnerScope, of: PeopledPartner) => Promise<unknown>;

const ALL_DAYS = { from: '2020-01-01', to: '2100-01-01' };
const NONE = { count: 0, amountCents: 0n, commissionCents: 0n, balanceImpactCents: 0n };
const NOTHING_DECIDED = { deposits: NONE, withdrawals: NONE };

/** What both have asked for. */
const WISH = {
  month: '2026-10',
  firstDay: '2026-10-01',
  lastDay: '2026-10-31',
  language: 'tr',
  format: 'pdf',
} as const;

/** Of a partner that is not there. A fault of the database would say something else. */
function unknown(error: unknown): 'unknown' {
  assert.match(String(error), /There is no partner|no accounts in the books|The books have no entry/);
  return 'unknown';
}

/** Every read of the portal. What it answers for a partner that has nothing of the kind is `nothing`. */
const READS: Readonly<Record<string, { read: Read; nothing: unknown; isList?: true }>> = {
  readBalance: { read: async (scope) => await balance.readBalance(scope), nothing: undefined },
  readWaiting: { read: async (scope) => await balance.readWaiting(scope), nothing: [] },
  findPersonWithPassword: {
    read: async (scope, { person }) => await people.findPersonWithPassword(scope, String(person['id'])),
    nothing: undefined,
  },
  findPerson: {
    read: async (scope, { person }) => await people.findPerson(scope, String(person['id'])),
    nothing: undefined,
  },
  hasSignedInFrom: {
    read: async (scope, { person }) =>
      await people.hasSignedInFrom(scope, { personId: String(person['id']), network: '192.0.2.0/24' }),
    nothing: false,
  },
  findQuestion: {
    read: async (scope, { rows: { signIn } }) =>
      await people.findQuestion(scope, {
        sessionId: String(signIn['session_id']),
        purpose: 'passkey_step_up',
        now: new Date(),
      }),
    nothing: undefined,
  },
  listSessionsOf: {
    read: async (scope, { person }) => await people.listSessionsOf(scope, String(person['id'])),
    nothing: [],
  },
  findTotpOf: {
    read: async (scope, { person }) => await people.findTotpOf(scope, String(person['id'])),
    nothing: undefined,
  },
  listPasskeysOf: {
    read: async (scope, { person }) => await people.listPasskeysOf(scope, String(person['id'])),
    nothing: [],
  },
  findPasskeyOf: {
    read: async (scope, { rows }) =>
      await people.findPasskeyOf(scope, rows.passkey['credential_id'] as Buffer),
    nothing: undefined,
  },
  countRecoveryCodesOf: {
    read: async (scope, { person }) => await people.countRecoveryCodesOf(scope, String(person['id'])),
    nothing: 0,
  },
  listPeople: { read: async (scope) => await people.listPeople(scope), nothing: [] },
  findInvitation: {
    read: async (scope, { invitation }) => await people.findInvitation(scope, String(invitation['id'])),
    nothing: undefined,
  },
  listInvitations: { read: async (scope) => await people.listInvitations(scope), nothing: [] },
  listTransactions: {
    read: async (scope, { deposit }) => await transactions.listTransactions(scope, [String(deposit['id'])]),
    nothing: [],
  },
  findIds: { read: async (scope) => await transactionIds.findIds(scope, {}, 50), nothing: { ids: [] } },
  'findIds, of a type': {
    read: async (scope) => await transactionIds.findIds(scope, { type: 'deposit' }, 50),
    nothing: { ids: [] },
  },
  'findIds, of what waits': {
    read: async (scope) => await transactionIds.findIds(scope, { status: 'waiting_payment' }, 50),
    nothing: { ids: [] },
  },
  'findIds, of a time': {
    read: async (scope) =>
      await transactionIds.findIds(scope, { from: new Date(Date.now() - 3_600_000) }, 50),
    nothing: { ids: [] },
  },
  'findIds, of an amount': {
    read: async (scope) => await transactionIds.findIds(scope, { amountFrom: cents(1n) }, 50),
    nothing: { ids: [], lookedDownTo: undefined },
  },
  findIdsOfAmounts: {
    read: async (scope, { deposit }) =>
      await transactionIds.findIdsOfAmounts(
        scope,
        {},
        { wanted: 50, amounts: [cents(BigInt(String(deposit['amount_cents'])))] },
      ),
    nothing: { ids: [], lookedDownTo: undefined },
    isList: true,
  },
  keepFitting: {
    read: async (scope, { deposit }) =>
      await transactionIds.keepFitting(scope, [String(deposit['id'])], { type: 'deposit' }),
    nothing: [],
  },
  findIdsOfReference: {
    read: async (scope, { deposit }) =>
      await searchedIds.findIdsOfReference(scope, String(deposit['external_reference'])),
    nothing: [],
  },
  findIdsOfCode: {
    read: async (scope, { deposit }) =>
      await searchedIds.findIdsOfCode(scope, String(deposit['reference_code'])),
    nothing: [],
  },
  findPlayers: {
    read: async (scope, { playerName }) =>
      await searchedIds.findPlayers(scope, { id: String(playerName['customer_id']), folded: 'nobody' }),
    nothing: { players: [], hasMore: false },
    isList: true,
  },
  findIdsOfPlayers: {
    read: async (scope, { deposit }) =>
      await searchedIds.findIdsOfPlayers(
        scope,
        { customerIds: [String(deposit['customer_id'])], firstDay: null },
        { filter: {}, until: new Date(), wanted: 50 },
      ),
    nothing: [],
    isList: true,
  },
  readStretch: {
    read: async (scope) => await entries.readStretch(scope, 'available', { above: 0n, upTo: null }),
    nothing: undefined,
  },
  listEntries: {
    read: async (scope) =>
      await entries.listEntries(scope, 'available', { fromNo: 1n, belowNo: 2n, limit: 50 }),
    nothing: [],
  },
  timeOfEntry: {
    read: async (scope) => await entries.timeOfEntry(scope, 'available', 1n),
    nothing: undefined,
  },
  listEntriesOf: {
    read: async (scope, { step }) => await entries.listEntriesOf(scope, String(step['transaction_id'])),
    nothing: [],
  },
  sumDecided: {
    read: async (scope) =>
      await decided.sumDecided(scope, { monthBegins: '2020-01-01', today: '2020-01-01' }),
    nothing: { month: NOTHING_DECIDED, today: NOTHING_DECIDED },
  },
  listUncounted: {
    read: async (scope) => await uncounted.listUncounted(scope, 0n),
    nothing: [],
    isList: true,
  },
  listStatementFiles: {
    read: async (scope) => await statements.listStatementFiles(scope, { limit: 50 }),
    nothing: [],
  },
  findStatementFile: {
    read: async (scope, of) => await statements.findStatementFile(scope, String(of.statements.file['id'])),
    nothing: undefined,
  },
  findSameWish: {
    read: async (scope) => await statements.findSameWish(scope, WISH),
    nothing: undefined,
  },
  countWishes: {
    read: async (scope) => await statements.countWishes(scope),
    nothing: { waiting: 0, ofDay: 0 },
  },
  readStatementChunk: {
    read: async (scope, of) =>
      await statements.readStatementChunk(scope, { id: String(of.statements.file['id']), no: 1 }),
    nothing: undefined,
  },
  findDays: { read: async (scope) => await statements.findDays(scope).catch(unknown), nothing: 'unknown' },
  balanceAfter: {
    read: async ({ partnerId, query }) =>
      await books.balanceAfter(query, { partnerId, book: 'partner_balance' }, 1n).catch(unknown),
    nothing: 'unknown',
  },
  findEntryTime: {
    read: async ({ partnerId, query }) =>
      await books.findEntryTime(query, { partnerId, book: 'partner_balance' }, 1n),
    nothing: undefined,
  },
  findBalanceCut: {
    read: async ({ partnerId, query }) =>
      await books.findBalanceCut(query, partnerId, new Date()).catch(unknown),
    nothing: 'unknown',
  },
  findReservedCut: {
    read: async ({ partnerId, query }) =>
      await books.findReservedCut(query, partnerId, { before: new Date(), balanceEntryNo: 10n ** 15n }),
    nothing: 0n,
  },
  findCountedUpTo: {
    read: async ({ partnerId, query }) => await days.findCountedUpTo(query, partnerId),
    nothing: { day: null, closingCents: 0n, entryNo: 0n, firstOpenDay: null },
  },
  findBalanceBefore: {
    read: async ({ partnerId, query }) => await days.findBalanceBefore(query, partnerId, '2100-01-01'),
    nothing: { entryNo: 0n, cents: 0n },
  },
  sumDays: {
    read: async ({ partnerId, query }) => await days.sumDays(query, partnerId, ALL_DAYS),
    nothing: [],
  },
  listSums: {
    read: async ({ partnerId, query }) => await days.listSums(query, partnerId, { ...ALL_DAYS, by: 'day' }),
    nothing: [],
  },
  listClosedMonths: {
    read: async ({ partnerId, query }) => await months.listClosedMonths(query, partnerId),
    nothing: [],
  },
  findClosedMonth: {
    read: async ({ partnerId, query }) => await months.findClosedMonth(query, partnerId, '2026-10'),
    nothing: undefined,
  },
  findLastMonthBefore: {
    read: async ({ partnerId, query }) => await months.findLastMonthBefore(query, partnerId, '2100-01'),
    nothing: undefined,
  },
  listDeliveriesOf: {
    read: async (scope, { withdrawal }) => await deliveries.listDeliveriesOf(scope, String(withdrawal['id'])),
    nothing: [],
  },
  listTries: {
    read: async (scope, { withdrawal }) => await deliveries.listTries(scope, String(withdrawal['id'])),
    nothing: [],
  },
  readHealth: { read: async (scope) => await deliveries.readHealth(scope), nothing: [] },
  listLateMoney: {
    read: async (scope, { deposit }) => await transactions.listLateMoney(scope, String(deposit['id'])),
    nothing: [],
  },
  findTransaction: {
    read: async (scope, { deposit }) => await transactions.findTransaction(scope, String(deposit['id'])),
    nothing: undefined,
  },
  listSteps: {
    read: async (scope, { deposit }) => await transactions.listSteps(scope, String(deposit['id'])),
    nothing: [],
  },
  listEvents: {
    read: async (scope, { withdrawal }) => await transactions.listEvents(scope, String(withdrawal['id'])),
    nothing: [],
  },
  listKeys: { read: async (scope) => await keys.listKeys(scope), nothing: [] },
  readAllowedNetworks: { read: async (scope) => await keys.readAllowedNetworks(scope), nothing: [] },
  findNetworkRequest: { read: async (scope) => await keys.findNetworkRequest(scope), nothing: undefined },
  listEndpoints: { read: async (scope) => await webhooks.listEndpoints(scope), nothing: [] },
  findEndpointStatus: {
    read: async (scope, of) => await webhooks.findEndpointStatus(scope, endpointIdOf(of)),
    nothing: undefined,
  },
  listEndpointDeliveries: {
    read: async (scope, of) => await webhooks.listEndpointDeliveries(scope, { endpointId: endpointIdOf(of) }),
    nothing: [],
  },
  'listEndpointDeliveries, of what waits': {
    read: async (scope, of) =>
      await webhooks.listEndpointDeliveries(scope, { endpointId: endpointIdOf(of), state: 'pending' }),
    nothing: [],
  },
  'listEndpointDeliveries, of what was given up': {
    read: async (scope, { webhooks: { spareEndpoint } }) =>
      await webhooks.listEndpointDeliveries(scope, {
        endpointId: String(spareEndpoint['id']),
        state: 'parked',
      }),
    nothing: [],
  },
  listAttempts: {
    read: async (scope, of) =>
      await webhooks.listAttempts(scope, {
        endpointId: endpointIdOf(of),
        eventId: String(of.webhooks.attempt['event_id']),
      }),
    nothing: [],
  },
  findTest: {
    read: async (scope, of) => await webhooks.findTest(scope, String(of.webhooks.test['id'])),
    nothing: undefined,
  },
  readRecentTests: {
    read: async (scope, of) =>
      await webhooks.readRecentTests(scope, { endpointId: endpointIdOf(of), withinSeconds: 60 }),
    nothing: { isOneOpen: false, count: 0, oldestAt: null },
  },
};

const FILTER = /\b(?:\w+\.)?partner_id = \$1/g;

/** The same scope without the application's own filter: what is left is row-level security. */
function withoutFilter(scope: PartnerScope): PartnerScope {
  return {
    ...scope,
    query: async (text, values) => {
      assert.match(text, FILTER, 'a read names its partner');
      return await scope.query(text.replaceAll(FILTER, '$1::uuid is not null'), values);
    },
  };
}

suite("no read of the portal rests on the application's filter alone", () => {
  test('every read of the portal is tried here', async () => {
    const read = new URL('../../../src/db/read/', import.meta.url);
    // What its screens read beside their own folder, they share with the worker that makes statements.
    const files = [
      ...globSync('portal/**/*.ts', { cwd: read }),
      'ledger/partner-books.ts',
      'partners/partner-days.ts',
      'partners/partner-months.ts',
    ];
    assert.ok(files.some((file) => basename(file) === 'statements.ts'));
    const modules = await Promise.all(
      files.map(async (file) => (await import(new URL(file, read).href)) as Record<string, unknown>),
    );
    const exported = modules
      .flatMap((module) => Object.entries(module))
      // What only writes a statement for these is tried by its plans.
      .filter(([name, value]) => typeof value === 'function' && !name.endsWith('Statement'))
      .map(([name]) => name);
    const tried = new Set(Object.keys(READS).map((name) => name.split(',')[0]));
    assert.deepEqual([...tried].toSorted(), exported.toSorted());
  });

  test('every read shows the rows of its partner, without its filter and with ids of another', async (t) => {
    const { database, ours, theirs } = await openTwoPartners(t);
    const portal = database.pool('vezne_portal');
    for (const [name, { read, nothing, isList = read.length === 1 }] of Object.entries(READS)) {
      await t.test(name, async () => {
        const { whole, unfiltered, foreign, aimed } = await readAsPartner(
          portal,
          ours.id,
          async (scope) => ({
            whole: await read(scope, ours),
            unfiltered: await read(withoutFilter(scope), ours),
            // A filter that names another partner, and ids of another's rows.
            aimed: await read({ ...scope, partnerId: theirs.id }, theirs),
            foreign: await read(withoutFilter(scope), theirs),
          }),
          OPTIONS,
        );
        assert.notDeepEqual(whole, nothing, 'there is something to see');
        assert.deepEqual(unfiltered, whole, 'without the filter the rows are the same');
        assert.deepEqual(aimed, nothing);
        // A list has no id to name another's row by: it shows its own.
        assert.deepEqual(foreign, isList ? whole : nothing);
      });
    }
  });
});
