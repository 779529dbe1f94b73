/** People, keys, networks and files of a partner that has been with us for long. */
import type pg from 'pg';
import { newId } from '../../server/src/ids.ts';
import { insertCredential } from '../../server/test/harness/factories.ts';

/** More of each than a screen shows, or than a partner will have. */
const PEOPLE = 200;
const INVITATIONS = 50;
const KEYS = 100;
const FILES = 200;

const PEOPLE_SQL = `
insert into partner_person (id, partner_id, email, name, roles)
select gen_random_uuid(), $1::uuid, 'p' || n || '@' || $1::uuid || '.example', 'Deniz ' || n, '{developer}' from generate_series(1, ${PEOPLE}) as n`;

const INVITATIONS_SQL = `
insert into partner_invitation (id, partner_id, email, name, roles, token_hash, expires_at)
select gen_random_uuid(), $1::uuid, 'i' || n || '@' || $1::uuid || '.example', 'Ece ' || n, '{finance}',
  sha256(convert_to($1::uuid || ' ' || n, 'UTF8')), now() + interval '72 hours'
from generate_series(1, ${INVITATIONS}) as n`;

/** Most of them were rotated away, one a week. */
const OLD_KEYS_SQL = `
with numbered as (
  select id, row_number() over (order by id) as no from credential where partner_id = $1
), aged as (
  update credential c set created_at = now() - n.no * interval '7 days', expires_at = case when n.no > 3 then now() - n.no * interval '6 days' end
  from numbered n where n.id = c.id
)
insert into credential_use (credential_id, last_used_at) select id, now() - no * interval '6 days' from numbered`;

/** Over as many days as files are kept, so that a day has no more than may be asked for. */
const FILES_SQL = `
insert into partner_statement (id, partner_id, month, first_day, last_day, language, format, asked_by_id, asked_at, state, partner_name,
  first_entry_no, last_entry_no, reserved_first_entry_no, reserved_last_entry_no, size_bytes, sha256, ended_at)
select gen_random_uuid(), $1, null, current_date - 30 - n, current_date - n, 'tr', 'csv', $2, at, 'ready', 'test', 1, 0, 1, 0, 3,
  sha256('abc'), at + interval '1 minute'
from generate_series(1, ${FILES}) as n cross join lateral (select now() - n * interval '10 hours') as asked (at)
returning id`;

/** Returns the id of a file. */
export async function furnishOffice(
  owner: pg.Pool,
  { partnerId, personId }: { partnerId: string; personId: string },
): Promise<string> {
  await owner.query(PEOPLE_SQL, [partnerId]);
  await owner.query(INVITATIONS_SQL, [partnerId]);
  for (let made = 0; made < KEYS; made += 1) await insertCredential(owner, partnerId);
  await owner.query(OLD_KEYS_SQL, [partnerId]);
  await owner.query(
    `update partner set allowed_networks = array(select ('198.51.100.' || n || '/32')::cidr from generate_series(1, 50) as n) where id = $1`,
    [partnerId],
  );
  await owner.query(
    `insert into partner_network_request (id, partner_id, before, wanted, asked_by_id)
     select $1, id, allowed_networks, '{203.0.113.0/24}', $3 from partner where id = $2`,
    [newId(), partnerId, personId],
  );
  const { rows } = await owner.query<{ id: string }>(FILES_SQL, [partnerId, personId]);
  return rows[0]?.id ?? '';
}
