/** Two partners with so many rows of everything that an id in a path can name. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import type { PORTAL_API } from '@vezne/contract/portal/routes';
import { NO_THROTTLE } from '../../harness/console.ts';
import { isRelease } from '../../../../tools/runner/extent.ts';
import { newId } from '../../../src/ids.ts';
import { openDesk } from '../../harness/desk.ts';
import { insertEvent } from '../../harness/events.ts';
import { nameSealingKeys } from '../../harness/sealing.ts';
import { insertInvitation, insertPartnerPerson, startTestPortal } from '../../harness/portal.ts';
import type { PartnerTestPerson, PortalOptions, TestPortal } from '../../harness/portal.ts';

/** Of each kind, at each of the two: every one is another row of the same kind. */
export const FOREIGN_IDS = isRelease() ? 200 : 50;

type RouteName = keyof typeof PORTAL_API;

/** What an id in the path of a route names. Routes of one's own sessions and passkeys name what is not even a colleague's. */
export const NAMED_BY_ID = {
  endSession: 'partner_session',
  renamePasskey: 'partner_passkey',
  removePasskey: 'partner_passkey',
  withdrawInvitation: 'partner_invitation',
  removePerson: 'partner_person',
  getTransaction: 'transaction',
  listTransactionEntries: 'transaction',
  revokeCredential: 'credential',
  confirmNetworks: 'partner_network_request',
  declineNetworks: 'partner_network_request',
  withdrawNetworks: 'partner_network_request',
  pauseEndpoint: 'webhook_endpoint',
  resumeEndpoint: 'webhook_endpoint',
  rotateEndpointSecret: 'webhook_endpoint',
  testEndpoint: 'webhook_endpoint',
  getEndpointTest: 'webhook_test',
  listDeliveries: 'webhook_endpoint',
  listAttempts: 'webhook_endpoint',
  resendEvent: 'webhook_endpoint',
  getStatement: 'partner_statement',
  downloadStatement: 'partner_statement',
} as const satisfies Partial<Record<RouteName, string>>;

export type RouteWithId = keyof typeof NAMED_BY_ID;

const SOME_ID = randomUUID();

export const BODIES: Partial<Record<RouteName, object>> = {
  renamePasskey: { name: 'Mine' },
  confirmNetworks: {},
  declineNetworks: {},
  withdrawNetworks: {},
  pauseEndpoint: {},
  resumeEndpoint: {},
  rotateEndpointSecret: { overlapHours: 0 },
  testEndpoint: {},
  resendEvent: { event: SOME_ID },
};
export const QUERIES: Partial<Record<RouteName, string>> = { listAttempts: `?event=${SOME_ID}` };

/** Some at a time: a browser does not ask two hundred things at once. */
export async function inParts(ids: readonly string[], work: (id: string) => Promise<void>): Promise<void> {
  const size = 20;
  for (let done = 0; done < ids.length; done += size)
    await Promise.all(ids.slice(done, done + size).map(work));
}

/** For every partner so many keys, requests for networks, endpoints and tests. */
async function insertKeyRows(owner: pg.Pool): Promise<void> {
  await owner.query(
    `insert into credential (id, partner_id, api_key, api_secret_sealed, hash_secret_sealed, key_version, created_by)
     select gen_random_uuid(), c.partner_id, 'vzk_test_' || left(md5(n || c.partner_id::text), 26), c.api_secret_sealed,
       c.hash_secret_sealed, 1, 'test'
     from credential c, generate_series(1, $1) n`,
    [FOREIGN_IDS],
  );
  await owner.query(
    `insert into partner_network_request (id, partner_id, before, wanted, asked_by_id, status, ended_at)
     select gen_random_uuid(), p.partner_id, '{}', '{}', p.id, 'overtaken', now() from generate_series(1, $1) n,
       (select distinct on (partner_id) partner_id, id from partner_person order by partner_id, id) p`,
    [FOREIGN_IDS],
  );
  await owner.query(
    `insert into webhook_endpoint (id, partner_id, url, event_types, last_feed_no, created_by)
     select gen_random_uuid(), id, 'https://shop.example/' || n, '{deposit.approved}', 0, 'test' from partner, generate_series(1, $1) n`,
    [FOREIGN_IDS],
  );
  await owner.query(
    `insert into webhook_test (id, endpoint_id, asked_by) select gen_random_uuid(), id, 'test' from webhook_endpoint`,
  );
}

/** Every endpoint has come so far that each event could be sent to it again. One of every partner had all of its partner's, and took none. */
async function insertTries(owner: pg.Pool): Promise<void> {
  await owner.query(`update webhook_endpoint set last_feed_no = $1`, [FOREIGN_IDS]);
  await owner.query(
    `with at as (select distinct on (partner_id) partner_id, id from webhook_endpoint order by partner_id, id), parked as (
       insert into webhook_delivery (endpoint_id, event_id, feed_no, external_reference, attempts, state)
       select at.id, e.id, e.feed_no, e.external_reference, 1, 'parked' from at join event e on e.partner_id = at.partner_id
       returning endpoint_id, event_id
     ) insert into webhook_attempt (endpoint_id, event_id, attempt_no, at, duration_ms, status_code, answer_start)
     select endpoint_id, event_id, 1, now(), 88, 500, 'no' from parked`,
  );
}

/** For every partner so many statements whose files are there. */
async function insertStatements(owner: pg.Pool): Promise<void> {
  await owner.query(
    `with made as (
       insert into partner_statement (id, partner_id, first_day, last_day, language, format, asked_by_id, state, partner_name,
         first_entry_no, last_entry_no, reserved_first_entry_no, reserved_last_entry_no, size_bytes, sha256, ended_at)
       select gen_random_uuid(), p.partner_id, date '2026-01-01' + n, date '2026-01-01' + n, 'tr', 'csv', p.id, 'ready', 'Somebody',
         1, 0, 1, 0, 3, sha256('abc'), now() from generate_series(1, $1) n,
         (select distinct on (partner_id) partner_id, id from partner_person order by partner_id, id) p
       returning id
     ) insert into partner_statement_chunk (statement_id, no, bytes) select id, 1, 'abc' from made`,
    [FOREIGN_IDS],
  );
}

export interface TwoPartners extends TestPortal {
  people: readonly [PartnerTestPerson, PartnerTestPerson];
  /** So many of a partner's own. */
  idsOf: (table: string, partnerId: string) => Promise<string[]>;
  /** The endpoint that had all events of the partner. */
  endpointOf: (partnerId: string) => Promise<string>;
}

export async function openTwoPartners(
  t: TestContext,
  /** Routes that only a test has; what reads all rows is its owner. */
  plant: (owner: pg.Pool) => Pick<PortalOptions, 'more'> = () => ({}),
): Promise<TwoPartners> {
  const desk = await openDesk(t);
  const { owner, database } = desk;
  const portal = await startTestPortal(t, { database, throttleRules: NO_THROTTLE, ...plant(owner) });
  const people = [
    await insertPartnerPerson(owner, { partnerId: desk.partner.id }),
    await insertPartnerPerson(owner),
  ] as const;
  await inParts(Array.from({ length: FOREIGN_IDS }, String), async () => {
    // In turns, so that a page of one begins in the middle of the other's.
    for (const { partnerId } of people) {
      await insertEvent(owner, await desk.deposit({ partnerId }), 'deposit.approved');
      await insertInvitation(owner, { partnerId, email: `${newId()}@shop.example` });
    }
  });
  for (const { partnerId } of people)
    await owner.query(
      `insert into partner_person (id, partner_id, email, name, roles)
       select gen_random_uuid(), $1, gen_random_uuid() || '@shop.example', 'Somebody', '{finance}' from generate_series(1, $2)`,
      [partnerId, FOREIGN_IDS],
    );
  await insertKeyRows(owner);
  await insertTries(owner);
  await insertStatements(owner);
  await nameSealingKeys(database);
  await owner.query(
    `insert into partner_session (id, token_hash, person_id, expires_at, address, user_agent)
     select gen_random_uuid(), sha256(id::text::bytea), id, now() + interval '1 hour', '192.0.2.1', '' from partner_person`,
  );
  await owner.query(
    `insert into partner_passkey (id, person_id, credential_id, public_key, name, is_backed_up)
     select gen_random_uuid(), id, sha256(id::text::bytea), 'x', 'Theirs', false from partner_person
     where not exists (select from partner_totp where person_id = partner_person.id)`,
  );
  // As autovacuum does within a minute. The first look at a row after its insert writes down that it is committed, and takes longer for that.
  await owner.query('vacuum (analyze)');
  const idsOf = async (table: string, partnerId: string): Promise<string[]> => {
    const isOfPerson = table === 'partner_session' || table === 'partner_passkey';
    const text = isOfPerson
      ? `select t.id from ${table} t join partner_person p on p.id = t.person_id where p.partner_id = $1`
      : table === 'webhook_test'
        ? `select t.id from webhook_test t join webhook_endpoint e on e.id = t.endpoint_id where e.partner_id = $1`
        : `select id from ${table} where partner_id = $1`;
    const { rows } = await owner.query<{ id: string }>(`${text} limit ${FOREIGN_IDS}`, [partnerId]);
    assert.equal(rows.length, FOREIGN_IDS, table);
    return rows.map(({ id }) => id);
  };
  const endpointOf = async (partnerId: string): Promise<string> => {
    const text = 'select id from webhook_endpoint where partner_id = $1 order by id limit 1';
    const { rows } = await owner.query<{ id: string }>(text, [partnerId]);
    return rows[0]?.id ?? assert.fail();
  };
  return { ...portal, people, idsOf, endpointOf };
}
