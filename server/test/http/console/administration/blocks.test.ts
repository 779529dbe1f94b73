import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { BLOCKS_PAGE } from '@vezne/contract/console/blocks';
import type { BlockDetail, BlockRow } from '@vezne/contract/console/blocks';
import { commandLineActor } from '@vezne/domain/actor';
import { maskIban } from '@vezne/domain/iban';
import { startApi } from '../../../../src/processes/api.ts';
import { confirmRequest } from '../../../../src/usecases/confirmation/confirm.ts';
import { apiConfig } from '../../../harness/api.ts';
import { confirmContext } from '../../../harness/by-two.ts';
import { post } from '../../../harness/client.ts';
import { openConsoleDesk, read } from '../../../harness/console-desk.ts';
import type { ConsoleDesk } from '../../../harness/console-desk.ts';
import type { Browser, ConsoleAnswer } from '../../../harness/console.ts';
import { until } from '../../../harness/expectations.ts';
import { depositBody, turkishIban } from '../../../harness/factories.ts';
import { assertRefused } from '../../../harness/refusals.ts';
import { silentLog } from '../../../harness/silent-log.ts';

const SENIOR = { roles: ['senior_operator' as const] };
const HOLDS_WITHIN_MS = 2_000;
const IBAN = turkishIban(77);
const DAY_MS = 86_400_000;

async function find(
  page: Browser,
  search: object = {},
): Promise<{ blocks: BlockRow[]; next: string | null }> {
  const answer = await page.call('findBlocks', { state: 'live', ...search });
  assert.equal(answer.status, 200, answer.text);
  return answer.body as { blocks: BlockRow[]; next: string | null };
}

async function detail(page: Browser, id: string): Promise<BlockDetail> {
  const answer = await read(page, `/api/blocks/${id}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body as unknown as BlockDetail;
}

const player = ({ partner }: ConsoleDesk, customerId = 'player-1') => ({
  kind: 'player',
  partnerId: partner.id,
  customerId,
});

async function add(page: Browser, block: object, pressId = randomUUID()): Promise<ConsoleAnswer> {
  return await page.call('addBlock', { pressId, reason: 'Chargebacks.', until: null, ...block });
}

async function audited({ owner }: ConsoleDesk): Promise<string[]> {
  const { rows } = await owner.query<{ action: string }>(
    `select action from audit_entry where action ~ '^(block|request)[.]' order by id`,
  );
  return rows.map(({ action }) => action);
}

suite('blocks at the console', () => {
  test('a senior operator blocks alone, it holds in the api within two seconds, and a press that comes twice blocks once', async (t) => {
    const desk = await openConsoleDesk(t);
    const { url, stop } = await startApi(apiConfig(desk.database), silentLog);
    t.after(stop);
    const senior = await desk.operator(SENIOR);
    const pressId = randomUUID();
    const block = { subject: player(desk), reason: ' Chargebacks at another site. ' };
    const presses = await Promise.all([1, 2, 3].map(async () => await add(senior.page, block, pressId)));
    for (const { body, text } of presses) assert.deepEqual(body, { outcome: 'done', isChanged: true }, text);
    await until(
      async () => await post(url, desk.partner, '/v1/deposits', depositBody()),
      ({ json }) => json?.['code'] === 'player_blocked',
      HOLDS_WITHIN_MS,
    );
    const { blocks } = await find(senior.page);
    assert.deepEqual(
      blocks.map(({ id, reason, blockedBy, state }) => [id, reason, blockedBy, state]),
      [[pressId, 'Chargebacks at another site.', senior.person.handle, 'live']],
    );
    assert.deepEqual(await audited(desk), ['block.add']);
    // The id of a press stands for its words and its person.
    const other = await desk.operator(SENIOR);
    for (const [page, words] of [
      [senior.page, { ...block, reason: 'Another reason.' }],
      [senior.page, { ...block, subject: player(desk, 'player-2') }],
      [senior.page, { ...block, until: new Date(Date.now() + DAY_MS).toISOString() }],
      [other.page, block],
    ] as const) {
      assert.equal((await add(page, words, pressId)).body['refusal'], 'pressed_otherwise');
    }
    assert.equal((await add(other.page, block)).body['refusal'], 'already_blocked');
  });

  test('unblocking takes two, and the asker confirms it nowhere', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(SENIOR), await desk.operator(SENIOR)];
    const id = randomUUID();
    await add(first.page, { subject: { kind: 'iban', iban: IBAN.toLowerCase() } }, id);
    const pressId = randomUUID();
    const ask = async () => await first.page.call('removeBlock', { pressId, note: 'cleared' }, { id });
    assert.deepEqual((await ask()).body, { outcome: 'asked', requestId: pressId });
    assert.deepEqual((await ask()).body, { outcome: 'asked', requestId: pressId });
    assert.equal((await detail(second.page, id)).state, 'live', 'alone, nothing changes');
    assert.deepEqual(
      (await detail(second.page, id)).waiting.map(({ requestId }) => requestId),
      [pressId],
    );
    assert.equal((await find(second.page)).blocks[0]?.isRemovalAsked, true);
    assert.deepEqual(await audited(desk), ['block.add', 'request.ask']);

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
    assert.deepEqual((await find(second.page)).blocks, []);
    const [over] = (await find(second.page, { state: 'over' })).blocks;
    assert.deepEqual([over?.id, over?.state, over?.endedBy], [id, 'removed', second.person.handle]);
    assert.deepEqual(await audited(desk), ['block.add', 'request.ask', 'request.confirm', 'block.remove']);
    const late = await second.page.call('removeBlock', { pressId: randomUUID() }, { id });
    assert.equal(late.body['refusal'], 'block_ended_before');
  });

  test('everybody reads the list, nobody a whole IBAN, and only who supervises changes it', async (t) => {
    const desk = await openConsoleDesk(t);
    const senior = await desk.operator(SENIOR);
    const id = randomUUID();
    await add(senior.page, { subject: { kind: 'iban', iban: IBAN }, reason: `Reported, see ${IBAN}.` }, id);
    for (const role of ['administrator', 'finance', 'senior_operator', 'operator', 'auditor'] as const) {
      const { page } = await desk.operator({ roles: [role] });
      for (const answer of [
        await page.call('findBlocks', { state: 'live' }),
        await read(page, `/api/blocks/${id}`),
      ]) {
        assert.equal(answer.status, 200, `${role}: ${answer.text}`);
        assert.ok(!answer.text.includes(IBAN) && answer.text.includes(maskIban(IBAN)), role);
      }
      if (role === 'senior_operator') continue;
      assert.equal((await add(page, { subject: player(desk) })).code, 'not_permitted', role);
      const removal = await page.call('removeBlock', { pressId: randomUUID() }, { id });
      assert.equal(removal.code, 'not_permitted', role);
    }
    assert.equal((await read(senior.page, `/api/blocks/${randomUUID()}`)).code, 'not_found');
    const removal = await senior.page.call('removeBlock', { pressId: randomUUID() }, { id: randomUUID() });
    assert.equal(removal.code, 'not_found');
  });

  test('the list is found by player, partner, kind and the end of an IBAN, the newest first and page by page', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator(SENIOR);
    const subjects = [player(desk, 'Vip-1'), player(desk, 'vip-2'), { kind: 'iban', iban: IBAN }];
    const ids: string[] = [];
    for (const subject of subjects) {
      const pressId = randomUUID();
      assert.equal((await add(page, { subject }, pressId)).status, 200);
      ids.unshift(pressId);
    }
    const found = async (search: object) => (await find(page, search)).blocks.map(({ id }) => id);
    const [iban, vip2, vip1] = ids;
    assert.deepEqual(await found({}), ids);
    assert.deepEqual(await found({ text: 'VIP' }), [vip2, vip1]);
    assert.deepEqual(await found({ text: IBAN.slice(-4) }), [iban]);
    assert.deepEqual(await found({ text: IBAN }), [], 'nobody tries out whole IBANs here');
    assert.deepEqual(await found({ kind: 'iban' }), [iban]);
    assert.deepEqual(await found({ partnerId: desk.partner.id }), [vip2, vip1]);
    assert.deepEqual(await found({ partnerId: randomUUID() }), []);
    assert.deepEqual(await found({ state: 'over' }), []);

    await desk.owner.query(
      `insert into blocked_party (id, kind, partner_id, customer_id, reason, blocked_by, blocked_by_id)
       select gen_random_uuid(), 'player', $1, 'many-' || n, 'test', 'test', 'test' from generate_series(1, $2) as n`,
      [desk.partner.id, BLOCKS_PAGE],
    );
    const first = await find(page);
    assert.equal(first.blocks.length, BLOCKS_PAGE);
    const second = await find(page, { before: first.next });
    assert.deepEqual(
      second.blocks.map(({ id }) => id),
      ids,
    );
    assert.equal(second.next, null);
  });

  test('a block ends by itself, a longer one replaces a shorter one, and what makes no sense is refused', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator(SENIOR);
    const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
    const [short, long] = [randomUUID(), randomUUID()];
    await add(page, { subject: player(desk), until: inDays(1) }, short);
    assert.equal(
      (await add(page, { subject: player(desk), until: inDays(0.5) })).body['refusal'],
      'already_blocked',
    );
    assert.equal((await add(page, { subject: player(desk), until: inDays(7) }, long)).status, 200);
    assert.deepEqual(
      [(await detail(page, short)).state, (await detail(page, long)).state],
      ['removed', 'live'],
    );
    for (const [block, refusal] of [
      [{ subject: { kind: 'iban', iban: 'TR00 1234' } }, 'iban_invalid'],
      [{ subject: player(desk, 'player-9'), until: inDays(-1) }, 'block_until_past'],
    ] as const) {
      const answer = await add(page, block);
      assert.deepEqual([answer.code, answer.body['refusal']], ['decision_refused', refusal], answer.text);
    }
    assert.equal(
      (await add(page, { subject: player(desk, 'player-9'), reason: ' ' })).code,
      'invalid_request',
    );
    const nobody = { kind: 'player', partnerId: randomUUID(), customerId: 'player-9' };
    assert.equal((await add(page, { subject: nobody })).code, 'not_found');

    const past = randomUUID();
    await desk.owner.query(
      `insert into blocked_party (id, kind, partner_id, customer_id, reason, created_at, expires_at, blocked_by, blocked_by_id)
       values ($1, 'player', $2, 'player-3', 'test', now() - interval '2 days', now() - interval '1 day', 'test', 'test')`,
      [past, desk.partner.id],
    );
    assert.equal((await detail(page, past)).state, 'expired');
    assert.deepEqual(
      (await find(page, { state: 'over' })).blocks.map(({ id }) => id),
      [short, past],
    );
  });
});
