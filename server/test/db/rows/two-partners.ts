/** Two partners with rows in every table that the portal reads. */
import type { TestContext } from 'node:test';
import type pg from 'pg';
import { createTestDatabase } from '../../harness/database.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { credentialUseRow, networkRequestRow } from './partner-key-rows.ts';
import { insertPersonRows, invitationRow, personRow, rowsOfPerson } from './partner-people-rows.ts';
import type { PersonRows } from './partner-people-rows.ts';
import { insertStatementRows } from './statement-rows.ts';
import type { StatementRows } from './statement-rows.ts';
import { eventRow, insertRow, makeWorld } from './valid-rows.ts';
import type { Row, World } from './valid-rows.ts';
import { webhookDeliveryRow } from './webhook-rows.ts';

export interface PeopledPartner extends World {
  id: string;
  person: Row;
  rows: PersonRows;
  invitation: Row;
  statements: StatementRows;
}

export interface TwoPartners {
  database: TestDatabase;
  owner: pg.Pool;
  ours: PeopledPartner;
  theirs: PeopledPartner;
}

async function peopled(owner: pg.Pool): Promise<PeopledPartner> {
  const world = await makeWorld(owner);
  const person = personRow(world, { roles: ['owner'] });
  const rows = rowsOfPerson(person);
  const invitation = invitationRow(world);
  await insertRow(owner, 'partner_person', person);
  await insertPersonRows(owner, rows);
  await insertRow(owner, 'partner_invitation', invitation);
  await insertRow(owner, 'event', {
    ...eventRow(world),
    type: 'deposit.approved',
    status: 'approved',
    reason_code: null,
  });
  const { spareEndpoint } = world.webhooks;
  await insertRow(owner, 'webhook_delivery', {
    ...webhookDeliveryRow({ endpoint: spareEndpoint, event: world.event }),
    state: 'parked',
  });
  await insertRow(owner, 'credential_use', credentialUseRow(world));
  await owner.query(`update partner set allowed_networks = '{192.0.2.0/24}' where id = $1`, [
    world.partner['id'],
  ]);
  await insertRow(owner, 'partner_network_request', networkRequestRow(world, person['id']));
  await numberEntries(owner, world);
  const statements = await insertStatementRows(owner, { ...world, person });
  return { ...world, statements, id: String(world.partner['id']), person, rows, invitation };
}

/** As the books number them, with one of what is set aside. */
async function numberEntries(owner: pg.Pool, { partner, books: { entry, transfer } }: World): Promise<void> {
  const account = `select id from ledger_account where partner_id = $1 and kind =`;
  await owner.query(`update ledger_entry set entry_no = 1 where transfer_id = $1`, [transfer['id']]);
  await owner.query(
    `insert into ledger_entry (account_id, entry_no, transfer_id, amount_cents, balance_after_cents)
     select (${account} 'partner_reserved'), 1, $2, $3, $3`,
    [partner['id'], transfer['id'], entry['amount_cents']],
  );
  await owner.query(
    `update ledger_account set entry_count = 1 where partner_id = $1 and kind in ('partner_balance', 'partner_reserved')`,
    [partner['id']],
  );
}

export async function openTwoPartners(t: TestContext): Promise<TwoPartners> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  return { database, owner, ours: await peopled(owner), theirs: await peopled(owner) };
}
