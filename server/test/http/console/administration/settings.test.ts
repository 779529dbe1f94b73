import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import { SETTINGS_PAGE } from '@vezne/contract/console/settings';
import type { ChangedVersion, PartnerLimitsShown, SettingsInForce } from '@vezne/contract/console/settings';
import { commandLineActor } from '@vezne/domain/actor';
import { startApi } from '../../../../src/processes/api.ts';
import { confirmRequest } from '../../../../src/usecases/confirmation/confirm.ts';
import { apiConfig } from '../../../harness/api.ts';
import { confirmContext } from '../../../harness/by-two.ts';
import { post } from '../../../harness/client.ts';
import { openConsoleDesk, read } from '../../../harness/console-desk.ts';
import type { ConsoleDesk } from '../../../harness/console-desk.ts';
import type { Browser, ConsoleAnswer } from '../../../harness/console.ts';
import { until } from '../../../harness/expectations.ts';
import { depositBody, withdrawalBody } from '../../../harness/factories.ts';
import { assertRefused } from '../../../harness/refusals.ts';
import { silentLog } from '../../../harness/silent-log.ts';

const ADMINISTRATOR = { roles: ['administrator' as const] };
/** How soon every process goes by a change. */
const HOLDS_WITHIN_MS = 2_000;

async function inForce(page: Browser): Promise<SettingsInForce> {
  const answer = await read(page, '/api/settings');
  assert.equal(answer.status, 200, answer.text);
  return answer.body as unknown as SettingsInForce;
}

async function versions(
  page: Browser,
  query = '',
): Promise<{ versions: ChangedVersion[]; next: number | null }> {
  const answer = await read(page, `/api/settings/versions${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body as { versions: ChangedVersion[]; next: number | null };
}

async function set(page: Browser, limits: object, pressId = randomUUID()): Promise<ConsoleAnswer> {
  return await page.call('setLimits', { pressId, ...limits });
}

async function audited({ owner }: ConsoleDesk): Promise<string[]> {
  const { rows } = await owner.query<{ action: string }>(
    `select action from audit_entry where action ~ '^(limits|platform|request)[.]' order by id`,
  );
  return rows.map(({ action }) => action);
}

async function countVersions({ owner }: ConsoleDesk): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    'select count(*)::int4 as count from platform_settings',
  );
  return rows[0]?.count ?? 0;
}

/** The api of the same platform. */
async function apiBeside(t: TestContext, { database }: ConsoleDesk): Promise<string> {
  const { url, stop } = await startApi(apiConfig(database), silentLog);
  t.after(stop);
  return url;
}

suite('limits and settings at the console', () => {
  test('everybody sees what holds; versions and partners’ own limits are for those who read everything', async (t) => {
    const desk = await openConsoleDesk(t);
    for (const role of ['administrator', 'finance', 'senior_operator', 'operator', 'auditor'] as const) {
      const { page } = await desk.operator({ roles: [role] });
      const { settings, pauses, waiting } = await inForce(page);
      assert.equal(settings.depositMinCents, 5_000);
      assert.deepEqual(settings.payoutCountries, ['TR']);
      assert.deepEqual([pauses, waiting], [{ deposits: null, withdrawals: null }, []]);
      for (const path of ['/api/settings/versions', '/api/settings/partner-limits']) {
        const { status } = await read(page, path);
        assert.equal(status, role === 'operator' ? 403 : 200, `${role} ${path}`);
      }
    }
  });

  test('a narrower limit is one person’s and holds in the api within two seconds', async (t) => {
    const desk = await openConsoleDesk(t);
    const url = await apiBeside(t, desk);
    const { page, person } = await desk.operator(ADMINISTRATOR);
    const pressId = randomUUID();
    const narrower = { depositMinCents: '100.00', payoutCountries: ['TR'] };
    const answer = await set(page, narrower, pressId);
    assert.deepEqual(answer.body, { outcome: 'done', isChanged: true }, answer.text);
    await until(
      async () => await post(url, desk.partner, '/v1/deposits', depositBody({ amount: '99.99' })),
      ({ json }) => json?.['code'] === 'amount_out_of_range',
      HOLDS_WITHIN_MS,
    );
    // The same press again is told what it did; another one, that it is so already.
    assert.deepEqual((await set(page, narrower, pressId)).body, { outcome: 'done', isChanged: true });
    assert.deepEqual((await set(page, narrower)).body, { outcome: 'done', isChanged: false });
    const { settings, by } = await inForce(page);
    assert.deepEqual([settings.depositMinCents, by], [10_000, person.handle]);
    assert.deepEqual(await audited(desk), ['limits.set']);
  });

  test('a wider limit waits for a second person, and the asker confirms it nowhere', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(ADMINISTRATOR), await desk.operator(ADMINISTRATOR)];
    const before = await countVersions(desk);
    const pressId = randomUUID();
    const wanted = { fourEyesCents: '90000.00', payoutCountries: ['DE', 'TR'], note: 'a new bank' };
    const presses = await Promise.all([1, 2, 3].map(async () => await set(first.page, wanted, pressId)));
    for (const { body, text } of presses)
      assert.deepEqual(body, { outcome: 'asked', requestId: pressId }, text);
    assert.equal(await countVersions(desk), before, 'alone, nothing changes');
    assert.deepEqual(await audited(desk), ['request.ask']);
    assert.deepEqual(
      (await inForce(second.page)).waiting.map(({ requestId, action }) => [requestId, action]),
      [[pressId, 'limits.set']],
    );

    const confirm = { marksRead: [] };
    const own = await first.page.call('confirmRequest', confirm, { id: pressId });
    assert.equal(own.body['refusal'], 'own_request');
    const atTerminal = { ...commandLineActor(first.person.handle), id: first.person.id };
    await assertRefused(
      confirmRequest(confirmContext(desk.database.pool('vezne_admin'), atTerminal), pressId),
      'own_request',
    );

    const confirmed = await second.page.call('confirmRequest', confirm, { id: pressId });
    assert.equal(confirmed.status, 200, confirmed.text);
    const [newest] = (await versions(second.page)).versions;
    assert.ok(newest !== undefined && newest.previous !== null);
    assert.deepEqual(
      [newest.askedBy, newest.by, newest.requestId],
      [first.person.handle, second.person.handle, pressId],
    );
    assert.equal(newest.settings.fourEyesCents, 9_000_000);
    assert.deepEqual(
      [newest.previous.payoutCountries, newest.settings.payoutCountries],
      [['TR'], ['DE', 'TR']],
    );
    assert.deepEqual(await audited(desk), ['request.ask', 'request.confirm', 'limits.set']);
  });

  test('zero is a limit of its own, and what makes no sense is refused with the reason', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator(ADMINISTRATOR);
    assert.deepEqual((await set(page, { fourEyesCents: '0.00' })).body, { outcome: 'done', isChanged: true });
    assert.equal((await inForce(page)).settings.fourEyesCents, 0);
    const before = await countVersions(desk);
    for (const [limits, refusal] of [
      [{ depositMinCents: '600000.00' }, 'minimum_above_maximum'],
      [{ payoutCountries: ['XX'] }, 'country_unknown'],
      [{ payoutCountries: [] }, 'no_country_named'],
    ] as const) {
      const answer = await set(page, limits);
      assert.deepEqual([answer.code, answer.body['refusal']], ['decision_refused', refusal], answer.text);
    }
    for (const limits of [{ depositMinCents: '0.00' }, { depositMinCents: 100 }, { fastLimitCents: '-1.00' }])
      assert.equal((await set(page, limits)).code, 'invalid_request');
    assert.equal(await countVersions(desk), before);
    const senior = await desk.operator({ roles: ['senior_operator'] });
    assert.equal((await set(senior.page, { depositMinCents: '70.00' })).code, 'not_permitted');
  });

  test('an entry whose version is no number, or one that comes twice, takes no version away and adds none', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator(ADMINISTRATOR);
    await set(page, { depositMinCents: '100.00' });
    const before = (await versions(page)).versions;
    await desk.owner.query(
      `insert into audit_entry (actor_kind, actor_id, actor, action, subject_type, subject_id, details)
       select actor_kind, actor_id, actor, action, subject_type, subject_id, said.details
       from audit_entry, (values ('{"version": "x"}'::jsonb), (jsonb_build_object('version', $1::int4))) as said (details)
       where action = 'limits.set'`,
      [before[0]?.version],
    );
    assert.deepEqual((await versions(page)).versions, before);
  });

  test('an operator pauses the platform alone, within two seconds, and a senior operator resumes it', async (t) => {
    const desk = await openConsoleDesk(t);
    const url = await apiBeside(t, desk);
    const operator = await desk.operator();
    const senior = await desk.operator({ roles: ['senior_operator'] });
    const admin = await desk.operator(ADMINISTRATOR);
    const both = { deposits: true, withdrawals: true };
    const create = {
      deposits: async () => await post(url, desk.partner, '/v1/deposits', depositBody()),
      withdrawals: async () => await post(url, desk.partner, '/v1/withdrawals', withdrawalBody()),
    };
    const press = { pressId: randomUUID(), ...both };
    assert.equal((await admin.page.call('pausePlatform', press)).code, 'not_permitted');
    const paused = await operator.page.call('pausePlatform', press);
    assert.deepEqual(paused.body, { outcome: 'done', isChanged: true }, paused.text);
    for (const [direction, ask] of Object.entries(create))
      await until(ask, ({ json }) => json?.['code'] === `${direction}_paused`, HOLDS_WITHIN_MS);
    assert.deepEqual((await operator.page.call('pausePlatform', press)).body, {
      outcome: 'done',
      isChanged: true,
    });
    // A later change of something else doesn't move since when it is paused.
    const since = (await inForce(operator.page)).pauses;
    await set(admin.page, { fastLimitCents: '5.00' });
    const { pauses, by } = await inForce(operator.page);
    assert.deepEqual(pauses, since);
    assert.deepEqual([pauses.deposits?.by, by], [operator.person.handle, admin.person.handle]);

    const resume = { ...press, pressId: randomUUID(), withdrawals: false };
    assert.equal((await operator.page.call('resumePlatform', resume)).code, 'not_permitted');
    assert.deepEqual((await senior.page.call('resumePlatform', resume)).body, {
      outcome: 'done',
      isChanged: true,
    });
    await until(create.deposits, ({ status }) => status === 201, HOLDS_WITHIN_MS);
    const after = await inForce(operator.page);
    assert.equal(after.pauses.deposits, null);
    assert.equal(after.pauses.withdrawals?.by, operator.person.handle);
    assert.deepEqual(await audited(desk), ['platform.pause', 'limits.set', 'platform.resume']);
  });

  test('versions come page by page, each with the one before it', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator({ roles: ['auditor'] });
    const first = await countVersions(desk);
    await desk.owner.query(
      `insert into platform_settings (deposit_min_cents, deposit_max_cents, withdrawal_min_cents, withdrawal_max_cents,
         deposit_expiry_seconds, created_by)
       select 5000 + n, 50000000, 5000, 50000000, 7200, 'test' from generate_series(1, $1) as n`,
      [SETTINGS_PAGE],
    );
    const newest = await versions(page);
    assert.equal(newest.versions.length, SETTINGS_PAGE);
    assert.ok(newest.versions.every(({ askedBy, requestId }) => askedBy === null && requestId === null));
    for (const { settings, previous } of newest.versions.slice(0, -1))
      assert.equal(settings.depositMinCents - (previous?.depositMinCents ?? 0), 1);
    const oldest = await versions(page, `?before=${newest.next}`);
    assert.equal(oldest.versions.length, first);
    assert.equal(oldest.next, null);
    assert.equal(oldest.versions.at(-1)?.previous, null);
  });

  test('partners with limits of their own are listed with them, and no others', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator(ADMINISTRATOR);
    const list = async (): Promise<PartnerLimitsShown[]> =>
      (await read(page, '/api/settings/partner-limits')).body['partners'] as PartnerLimitsShown[];
    assert.deepEqual(await list(), []);
    await desk.owner.query(
      'update partner set player_day_deposit_cents = 500000, refuse_other_holders = true where id = $1',
      [desk.partner.id],
    );
    const [own, ...others] = await list();
    assert.deepEqual(others, []);
    assert.equal(own?.partner.id, desk.partner.id);
    assert.deepEqual(
      [own.playerDayDepositCents, own.refuseOtherHolders, own.depositMinCents],
      [500_000, true, null],
    );
  });
});
