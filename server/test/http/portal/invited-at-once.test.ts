/** An owner at the portal and two of ours at the console invite the same address at the same moment: as if one had come after the other. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import type { EnrolmentLink } from '@vezne/contract/console/staff';
import { openConsoleDesk } from '../../harness/console-desk.ts';
import { until } from '../../harness/expectations.ts';
import { insertInvitation, insertPartnerPerson, startTestPortal } from '../../harness/portal.ts';

const HELD = 24_024;

/** Whoever is about to write an invitation has withdrawn the one before, and waits until both stand there. */
async function holdInvitations(t: TestContext, owner: pg.Pool): Promise<() => Promise<void>> {
  await owner.query(
    `create function wait_for_test() returns trigger language plpgsql as $$
     begin perform pg_advisory_xact_lock_shared(${HELD}); return new; end $$`,
  );
  await owner.query(
    `create trigger wait_for_test before insert on partner_invitation for each row execute function wait_for_test()`,
  );
  const client = await owner.connect();
  await client.query('select pg_advisory_lock($1)', [HELD]);
  let isHeld = true;
  const release = async (): Promise<void> => {
    if (!isHeld) return;
    isHeld = false;
    await client.query('select pg_advisory_unlock($1)', [HELD]);
    client.release();
  };
  t.after(release);
  return release;
}

async function untilBothWait(owner: pg.Pool): Promise<void> {
  const waiting = async () =>
    (
      await owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rowCount;
  await until(waiting, (count) => count === 2);
}

const tokenOf = (link: unknown): string => new URL(String(link)).hash.slice(1);

suite('an owner and two of ours invite the same address at once', () => {
  for (const isInvitedBefore of [false, true])
    test(`who was ${isInvitedBefore ? '' : 'not '}invited before: both are answered, one link works, and both are in the audit log`, async (t) => {
      const desk = await openConsoleDesk(t);
      const { owner, partner } = desk;
      const email = 'ece@shop.example';
      const wanted = { email, name: 'Ece Su', roles: ['finance'] };
      const [first, second] = [
        await desk.operator({ roles: ['administrator'] }),
        await desk.operator({ roles: ['administrator'] }),
      ];
      const portal = await startTestPortal(t, {
        database: desk.database,
        config: { environment: 'development' },
      });
      const page = portal.browser();
      await page.signInWithProof(await insertPartnerPerson(owner, { partnerId: partner.id }), portal.clock);
      if (isInvitedBefore) await insertInvitation(owner, { partnerId: partner.id, email });
      const asked = await first.page.call(
        'invitePartnerPerson',
        { pressId: randomUUID(), ...wanted },
        { id: partner.id },
      );
      assert.equal(asked.body['outcome'], 'asked', asked.text);

      const release = await holdInvitations(t, owner);
      const both = Promise.all([
        page.call('invitePerson', wanted),
        second.page.call('confirmRequest', { marksRead: [] }, { id: String(asked.body['requestId']) }),
      ]);
      await untilBothWait(owner);
      await release();
      const [byOwner, byOurs] = await both;
      assert.deepEqual([byOwner.status, byOurs.status], [200, 200], `${byOwner.text} ${byOurs.text}`);

      const looked: number[] = [];
      for (const link of [byOwner.body['link'], (byOurs.body['enrolment'] as EnrolmentLink).url]) {
        const answer = await portal.browser().call('lookAtInvitation', { token: tokenOf(link) });
        looked.push(answer.status);
      }
      assert.deepEqual(looked.toSorted(), [200, 404], 'one link works');
      const { rows } = await owner.query(
        `select count(*)::int4 as all, count(*) filter (where withdrawn_at is null)::int4 as open,
           (select count(*)::int4 from audit_entry where action = 'partner_person.invite') as audited
         from partner_invitation`,
      );
      assert.deepEqual(rows, [{ all: isInvitedBefore ? 3 : 2, open: 1, audited: 2 }]);
    });
});
