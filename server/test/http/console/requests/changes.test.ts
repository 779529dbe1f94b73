/** Changes of settings that wait, as the lists and the second person get them. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { getRequest, listRequests } from '@vezne/contract/console/requests';
import type { RequestDetail, RequestRow } from '@vezne/contract/console/requests';
import { cents } from '@vezne/domain/money';
import { createDatabase } from '../../../../src/db/kysely.ts';
import type { AdminContext } from '../../../../src/usecases/admin-context.ts';
import { setBankAccount } from '../../../../src/usecases/bank-accounts/change.ts';
import type { Performed } from '../../../../src/usecases/four-eyes/act.ts';
import { setPartner } from '../../../../src/usecases/partners/change.ts';
import { setTerms } from '../../../../src/usecases/partners/set-terms.ts';
import { addWebhookEndpoint } from '../../../../src/usecases/webhooks/add.ts';
import { openConsoleDesk, read } from '../../../harness/console-desk.ts';
import type { ConsoleDesk, Operator } from '../../../harness/console-desk.ts';
import type { Browser } from '../../../harness/console.ts';
import { createSealedSecrets } from '../../../../src/keys/sealed-secrets.ts';
import { testKeys } from '../../../harness/keys.ts';

const ADMINISTRATOR = { roles: ['administrator' as const] };

function atTerminal({ database }: ConsoleDesk, { person }: Operator): AdminContext {
  return {
    db: createDatabase(database.pool('vezne_admin')),
    actor: { kind: 'command_line', id: person.id, name: person.handle },
  };
}

async function asked(performing: Promise<Performed<unknown>>): Promise<string> {
  const performed = await performing;
  if (performed.outcome === 'done') assert.fail('This takes two people.');
  return performed.requestId;
}

async function look(page: Browser, id: string): Promise<RequestDetail> {
  const answer = await read(page, `/api/requests/${id}`);
  assert.equal(answer.status, 200, answer.text);
  return getRequest.response.parse(answer.body);
}

async function rowOf(page: Browser, id: string): Promise<RequestRow> {
  const { open } = listRequests.response.parse((await read(page, '/api/requests')).body);
  return open.find((row) => row.id === id) ?? assert.fail('It is in the list.');
}

async function nameOf({ owner, partner }: ConsoleDesk): Promise<string> {
  const { rows } = await owner.query<{ name: string }>('select name from partner where id = $1', [
    partner.id,
  ]);
  return rows[0]?.name ?? assert.fail();
}

suite('changes that wait', () => {
  test('a list says what differs first and how much else, and the request nothing but what differs', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(ADMINISTRATOR), await desk.operator(ADMINISTRATOR)];
    await desk.owner.query(`update partner set redirect_hosts = '{a.example,b.example}' where id = $1`, [
      desk.partner.id,
    ]);
    const settings = { creditLineCents: cents(99_999_999_999n), redirectHosts: ['b.example', 'c.example'] };
    const id = await asked(setPartner(atTerminal(desk, first), { partner: desk.partner.id, settings }));
    const row = await rowOf(second.page, id);
    assert.deepEqual([row.subject.name, row.obstacle, row.moreLines], [await nameOf(desk), null, 1]);
    const { lines } = await look(second.page, id);
    assert.deepEqual(
      lines.map(({ field, kind }) => [field, kind]).toSorted(),
      [
        ['creditLine', 'amount'],
        ['redirectHosts', 'list'],
      ].toSorted(),
    );
    assert.deepEqual(
      lines.find(({ field }) => field === 'redirectHosts'),
      {
        field: 'redirectHosts',
        kind: 'list',
        isNew: false,
        before: ['a.example', 'b.example'],
        after: ['b.example', 'c.example'],
      },
    );
    assert.deepEqual(
      lines.find(({ field }) => field === row.headline?.field),
      row.headline,
    );
  });

  test('other terms come whole, without and with the change', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(ADMINISTRATOR), await desk.operator(ADMINISTRATOR)];
    const changes = { basisPoints: 123, mode: 'fee_on_top' } as const;
    const partner = desk.partner.id;
    const id = await asked(
      setTerms(atTerminal(desk, first), { partner, direction: 'withdrawal', changes, from: 'now' }),
    );
    const { terms, lines } = await look(second.page, id);
    assert.deepEqual([terms?.direction, terms?.after.basisPoints], ['withdrawal', 123]);
    assert.equal(terms?.after.mode, 'fee_on_top');
    assert.equal(terms?.after.fixedCents, terms?.before.fixedCents);
    const from = lines.find(({ field }) => field === 'from');
    assert.deepEqual([from?.isNew, from?.after], [true, 'now']);
    const rate = lines.find(({ field }) => field === 'terms.withdrawal.basisPoints');
    assert.deepEqual([rate?.before, rate?.after], [terms?.before.basisPoints, 123]);
    await second.page.call('confirmRequest', { marksRead: [] }, { id });
    assert.equal((await look(second.page, id)).terms, null, 'what has ended is worked out no more');
  });

  test('an address for webhooks says whose it is, named or by its id, and whether old news goes there', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(ADMINISTRATOR), await desk.operator(ADMINISTRATOR)];
    const partnerName = await nameOf(desk);
    const context = {
      ...atTerminal(desk, first),
      sealedSecrets: createSealedSecrets(testKeys.secretKeys),
      cell: 'c1',
    };
    for (const partner of [desk.partner.id, partnerName]) {
      const addition = { partner, url: 'https://shop.example/hooks?token=1', sinceBeginning: true };
      const id = await asked(addWebhookEndpoint(context, { ...addition, allowPrivate: false }));
      assert.equal((await rowOf(second.page, id)).subject.partner, partnerName);
      const { facts, lines } = await look(second.page, id);
      assert.deepEqual(
        facts.map(({ field, value }) => [field, value]),
        [
          ['partnerName', partnerName],
          ['sinceBeginning', true],
        ],
      );
      assert.equal(lines.find(({ field }) => field === 'url')?.after, 'https://shop.example/hooks?…');
    }
  });

  test('an account is known by its bank, holder and IBAN, of which auditors read the ends', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(ADMINISTRATOR), await desk.operator(ADMINISTRATOR)];
    const auditor = await desk.operator({ roles: ['auditor'] });
    const { rows } = await desk.owner.query<{ iban: string; name: string }>(
      `select iban, bank_name || ' •• ' || right(iban, 4) as name from bank_account where id = $1`,
      [desk.bankAccount.id],
    );
    const account = desk.bankAccount.id;
    const id = await asked(
      setBankAccount(atTerminal(desk, first), { account, toleranceCents: cents(99_000_000n) }),
    );
    const ibanFor = async (page: Browser): Promise<unknown> =>
      (await look(page, id)).facts.find(({ field }) => field === 'iban')?.value;
    assert.equal((await rowOf(second.page, id)).subject.name, rows[0]?.name);
    assert.equal(await ibanFor(second.page), rows[0]?.iban);
    assert.match(String(await ibanFor(auditor.page)), /\*/);
  });
});
