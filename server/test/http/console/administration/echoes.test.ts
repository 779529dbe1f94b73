/** A press whose answer was lost comes again, later: it must not undo what somebody else did since. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { openConsoleDesk, read } from '../../../harness/console-desk.ts';
import type { ConsoleDesk } from '../../../harness/console-desk.ts';
import { insertEndpoint, insertEndpointSecret } from '../../../harness/webhook-endpoints.ts';

/** The smallest picture that is one. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const DONE = { outcome: 'done', isChanged: true };

async function entries({ owner }: ConsoleDesk, action: string): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    'select count(*)::int4 as count from audit_entry where action = $1',
    [action],
  );
  return rows[0]?.count ?? 0;
}

async function reasonOf({ owner }: ConsoleDesk, action: string): Promise<unknown> {
  const { rows } = await owner.query<{ reason: unknown }>(
    `select details ->> 'reason' as reason from audit_entry where action = $1`,
    [action],
  );
  return rows[0]?.reason;
}

suite('a press that comes again', () => {
  test('after a pause by somebody else it leaves the platform, the partner and the account paused', async (t) => {
    const desk = await openConsoleDesk(t);
    const senior = await desk.operator({ roles: ['senior_operator'] });
    const operator = await desk.operator();
    const both = { deposits: true, withdrawals: true };
    const ofAccount = { deposits: true, payouts: true };
    const cases = [
      ['pausePlatform', 'resumePlatform', 'platform.resume', {}, both],
      ['pausePartner', 'resumePartner', 'partner.resume', { id: desk.partner.id }, both],
      [
        'pauseBankAccount',
        'resumeBankAccount',
        'bank_account.resume',
        { id: desk.bankAccount.id },
        ofAccount,
      ],
    ] as const;
    for (const [pause, resume, action, of, directions] of cases) {
      const pausing = async () =>
        (await operator.page.call(pause, { pressId: randomUUID(), ...directions }, of)).body;
      const press = { pressId: randomUUID(), note: 'it is over', ...directions };
      assert.deepEqual(await pausing(), DONE, pause);
      assert.deepEqual((await senior.page.call(resume, press, of)).body, DONE, resume);
      assert.deepEqual(await pausing(), DONE, `${pause} by another`);
      assert.deepEqual((await senior.page.call(resume, press, of)).body, DONE, 'it is told what it did');
      assert.deepEqual(await pausing(), { outcome: 'done', isChanged: false }, `${pause} still holds`);
      assert.equal(await entries(desk, action), 1);
      assert.equal(await reasonOf(desk, action), 'it is over', 'what somebody wrote is kept');
      const other = await senior.page.call(resume, { ...press, deposits: false }, of);
      assert.equal(
        other.body['refusal'],
        'pressed_otherwise',
        'other words under the same id are another press',
      );
    }
  });

  test('it neither brings an older name or picture back, nor freezes an account that two have opened', async (t) => {
    const desk = await openConsoleDesk(t);
    const admin = await desk.operator({ roles: ['administrator'] });
    const other = await desk.operator({ roles: ['administrator'] });
    const operator = await desk.operator();
    const of = { id: desk.partner.id };
    const naming = { pressId: randomUUID(), name: 'Birinci Oyun' };
    assert.deepEqual((await admin.page.call('setPartner', naming, of)).body, DONE);
    const later = { pressId: randomUUID(), name: 'İkinci Oyun' };
    assert.deepEqual((await other.page.call('setPartner', later, of)).body, DONE);
    assert.deepEqual((await admin.page.call('setPartner', naming, of)).body, DONE);
    const removing = { pressId: randomUUID() };
    const logo = async () => await read(admin.page, `/api/partners/${of.id}/logo`);
    const setting = async () =>
      (await other.page.call('setPartnerLogo', { pressId: randomUUID(), content: PNG }, of)).body;
    assert.deepEqual(await setting(), DONE);
    assert.deepEqual((await admin.page.call('removePartnerLogo', removing, of)).body, DONE);
    assert.deepEqual(await setting(), DONE);
    assert.deepEqual((await admin.page.call('removePartnerLogo', removing, of)).body, DONE);
    assert.equal((await logo()).status, 200);
    const account = { id: desk.bankAccount.id };
    const freezing = { pressId: randomUUID(), note: 'the bank called' };
    assert.deepEqual((await operator.page.call('freezeBankAccount', freezing, account)).body, DONE);
    await desk.owner.query(`update bank_account set status = 'enabled' where id = $1`, [account.id]);
    assert.deepEqual((await operator.page.call('freezeBankAccount', freezing, account)).body, DONE);
    const { rows } = await desk.owner.query<{ name: string; status: string }>(
      'select p.name, a.status from partner p, bank_account a where p.id = $1 and a.id = $2',
      [of.id, account.id],
    );
    assert.deepEqual(rows[0], { name: 'İkinci Oyun', status: 'enabled' });
  });

  test('it ends no secret that a later rotation left to live for a while', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator({ roles: ['administrator'] });
    const { id } = await insertEndpoint(desk.owner, {
      partnerId: desk.partner.id,
      url: 'https://hooks.example/vezne',
    });
    await insertEndpointSecret(desk.owner, id);
    const press = { pressId: randomUUID() };
    assert.deepEqual((await page.call('revokeOlderSecrets', press, { id })).body, DONE);
    assert.deepEqual((await page.call('revokeOlderSecrets', press, { id })).body, DONE, 'and no refusal');
    await insertEndpointSecret(desk.owner, id);
    assert.deepEqual((await page.call('revokeOlderSecrets', press, { id })).body, DONE);
    const { rows } = await desk.owner.query(
      'select from webhook_secret where endpoint_id = $1 and expires_at is null',
      [id],
    );
    assert.equal(rows.length, 2);
  });
});
