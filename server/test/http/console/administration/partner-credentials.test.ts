import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { PartnerCredential } from '@vezne/contract/console/partner-credentials';
import { openConsoleDesk, read } from '../../../harness/console-desk.ts';
import type { ConsoleDesk } from '../../../harness/console-desk.ts';
import type { Browser } from '../../../harness/console.ts';

const ADMINISTRATOR = { roles: ['administrator' as const] };
const TERMS = { basisPoints: 300, fixedCents: 0, mode: 'deduct_from_amount' };

async function credentialsOf({ partner }: ConsoleDesk, page: Browser): Promise<PartnerCredential[]> {
  const answer = await read(page, `/api/partners/${partner.id}/credentials`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body['credentials'] as PartnerCredential[];
}

interface Triple {
  apiKey: string;
  apiSecret: string;
  hashSecret: string;
}

async function confirmed(page: Browser, id: string): Promise<Triple> {
  const answer = await page.call('confirmRequest', { marksRead: [] }, { id });
  assert.equal(answer.status, 200, answer.text);
  return answer.body['credentials'] as Triple;
}

/** Everything that people or programs could find later: the rows of what is kept, and what the console still answers. */
async function assertGone(
  desk: ConsoleDesk,
  page: Browser,
  { apiSecret, hashSecret }: Triple,
): Promise<void> {
  const { rows } = await desk.owner.query<{ text: string }>(
    `select details::text as text from audit_entry
     union all select row_to_json(r)::text from second_person_request r
     union all select row_to_json(c)::text from credential c`,
  );
  const answers = [
    await read(page, `/api/partners/${desk.partner.id}`),
    await read(page, `/api/partners/${desk.partner.id}/credentials`),
    await read(page, '/api/requests'),
    await read(page, '/api/audit'),
  ];
  for (const text of [...rows.map((row) => row.text), ...answers.map((answer) => answer.text)])
    for (const secret of [apiSecret, hashSecret]) assert.ok(!text.includes(secret), 'a secret is kept');
}

suite('credentials of partners at the console', () => {
  test('a new triple is told once to whoever confirms, and is nowhere afterwards', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(ADMINISTRATOR), await desk.operator(ADMINISTRATOR)];
    const id = desk.partner.id;
    const before = await credentialsOf(desk, first.page);
    const pressId = randomUUID();
    const asked = await first.page.call('createPartnerCredentials', { pressId }, { id });
    assert.deepEqual(asked.body, { outcome: 'asked', requestId: pressId }, asked.text);
    assert.deepEqual(await credentialsOf(desk, first.page), before, 'alone, nothing changes');
    const triple = await confirmed(second.page, pressId);
    assert.match(triple.apiSecret, /^vzs_/);
    assert.match(triple.hashSecret, /^vzh_/);
    const again = await second.page.call('confirmRequest', { marksRead: [] }, { id: pressId });
    assert.equal(again.body['credentials'], null, 'never again');
    assert.equal((await credentialsOf(desk, first.page))[0]?.apiKey, triple.apiKey);
    await assertGone(desk, second.page, triple);
  });

  test('a rotation ends the others after its overlap, and revoking one person does at once', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(ADMINISTRATOR), await desk.operator(ADMINISTRATOR)];
    const id = desk.partner.id;
    const [old] = await credentialsOf(desk, first.page);
    assert.ok(old !== undefined);
    const pressId = randomUUID();
    const asked = await first.page.call('rotatePartnerCredentials', { pressId, overlapHours: 24 }, { id });
    assert.deepEqual(asked.body, { outcome: 'asked', requestId: pressId }, asked.text);
    const triple = await confirmed(second.page, pressId);
    const [newest, ending] = await credentialsOf(desk, first.page);
    assert.deepEqual([newest?.apiKey, newest?.expiresAt], [triple.apiKey, null]);
    assert.ok(ending?.isLive === true && ending.expiresAt !== null);

    const revoke = { pressId: randomUUID(), apiKey: old.apiKey };
    const revoked = await first.page.call('revokePartnerCredential', revoke, { id });
    assert.deepEqual(revoked.body, { outcome: 'done', isChanged: true }, revoked.text);
    const again = await first.page.call('revokePartnerCredential', revoke, { id });
    assert.deepEqual(again.body, { outcome: 'done', isChanged: false }, 'a press that comes twice');
    assert.deepEqual(
      (await credentialsOf(desk, first.page)).map(({ isLive }) => isLive),
      [true, false],
    );
    const elsewhere = { pressId: randomUUID(), apiKey: `vzk_c1_${'a'.repeat(26)}` };
    const nowhere = await first.page.call('revokePartnerCredential', elsewhere, { id });
    assert.equal(nowhere.code, 'not_found');
    const long = { pressId: randomUUID(), overlapHours: 9_000 };
    const tooLong = await first.page.call('rotatePartnerCredentials', long, { id });
    assert.equal(tooLong.body['refusal'], 'overlap_out_of_range');
    await assertGone(desk, second.page, triple);
  });

  test('a new partner waits in the list, and its keys are told to whoever confirms', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(ADMINISTRATOR), await desk.operator(ADMINISTRATOR)];
    const pressId = randomUUID();
    const creation = {
      pressId,
      name: 'Kuzey Spor',
      deposit: TERMS,
      withdrawal: { ...TERMS, mode: 'fee_on_top' },
      creditLineCents: 50_000,
      redirectHosts: ['kuzeyspor.example'],
      allowedNetworks: [],
    };
    const asked = await first.page.call('createPartner', creation);
    assert.deepEqual(asked.body, { outcome: 'asked', requestId: pressId }, asked.text);
    assert.deepEqual((await first.page.call('createPartner', creation)).body, asked.body, 'it asks once');
    const listed = (await read(second.page, '/api/partners')).body;
    assert.deepEqual(
      (listed['waiting'] as { name: string; requestId: string }[]).map(({ name, requestId }) => [
        name,
        requestId,
      ]),
      [['Kuzey Spor', pressId]],
    );
    assert.equal((listed['partners'] as object[]).length, 1);
    const operator = await desk.operator();
    assert.deepEqual((await read(operator.page, '/api/partners')).body['waiting'], []);

    const triple = await confirmed(second.page, pressId);
    assert.match(triple.apiKey, /^vzk_/);
    const answer = await read(second.page, `/api/partners/${pressId}`);
    assert.equal(answer.body['name'], 'Kuzey Spor', answer.text);
    const { rows } = await desk.owner.query(
      `select direction, basis_points as points, settlement_mode as mode from partner_terms where partner_id = $1 order by 1`,
      [pressId],
    );
    assert.deepEqual(rows, [
      { direction: 'deposit', points: 300, mode: 'deduct_from_amount' },
      { direction: 'withdrawal', points: 300, mode: 'fee_on_top' },
    ]);
    const like = { ...creation, pressId: randomUUID(), name: 'KUZEY  SPOR' };
    const taken = await first.page.call('createPartner', like);
    assert.equal(taken.body['refusal'], 'partner_name_taken', taken.text);
    await assertGone(desk, second.page, triple);
  });
});
