import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { formatIban } from '@vezne/domain/iban';
import { read } from '../../../harness/console-desk.ts';
import { holdsIban, openPayoutDesk } from '../../../harness/console-payouts.ts';
import { insertBankAccount } from '../../../harness/factories.ts';
import { insertEndpoint } from '../../../harness/webhook-endpoints.ts';

suite('an IBAN that somebody wrote is whole for nobody who may not see it', () => {
  test('the note of a request by the taker', async (t) => {
    const desk = await openPayoutDesk(t);
    const ayse = await desk.operator();
    const can = await desk.operator();
    const auditor = await desk.operator({ roles: ['auditor'] });
    const id = await desk.authorised({ by: ayse });
    const iban = (await desk.see(id)).payoutIban ?? '';
    await desk.approve(ayse, id);
    const other = await insertBankAccount(desk.owner);
    const press = {
      ...(await desk.press(id)),
      bankAccountId: other.id,
      note: `paid ${formatIban(iban)} from the other account`,
    };
    const asked = await ayse.page.call('correctPayout', press, { id });
    assert.equal(asked.body['outcome'], 'asked', JSON.stringify(asked.body));
    const rid = String(asked.body['requestId']);
    for (const who of [can, auditor]) {
      const detail = await who.page.call('getPayout', undefined, { id });
      assert.ok(!holdsIban(detail, iban), 'payout page');
    }
    const leaks = [];
    for (const [name, who] of [
      ['operator', can],
      ['auditor', auditor],
    ] as const) {
      const one = await read(who.page, `/api/requests/${rid}`);
      if (holdsIban(one, iban)) leaks.push(`${name} request detail`);
    }
    const declined = await can.page.call('declineRequest', { reason: `no: ${iban} is right` }, { id: rid });
    assert.equal(declined.status, 200, JSON.stringify(declined.body));
    for (const [name, who] of [
      ['operator', can],
      ['auditor', auditor],
    ] as const)
      if (holdsIban(await read(who.page, `/api/requests`), iban)) leaks.push(`${name} request list`);
    assert.deepEqual(leaks, []);
  });

  test('the note of a misdirected payout', async (t) => {
    const desk = await openPayoutDesk(t);
    const ayse = await desk.operator();
    const auditor = await desk.operator({ roles: ['auditor'] });
    const fin = await desk.operator({ roles: ['finance'] });
    const id = await desk.authorised({ by: ayse });
    const iban = (await desk.see(id)).payoutIban ?? '';
    const body = {
      decisionId: randomUUID(),
      amount: '10.00',
      bankAccountId: desk.bankAccount.id,
      note: `instead of ${iban}`,
    };
    const asked = await fin.page.call('bookMisdirection', body, { id });
    assert.equal(asked.status, 200, JSON.stringify(asked.body));
    const one = await read(auditor.page, `/api/requests/${String(asked.body['requestId'])}`);
    assert.equal(holdsIban(one, iban), false);
  });

  for (const [name, write] of [
    ['small letters', (iban: string) => iban.toLowerCase()],
    ['dashes', (iban: string) => formatIban(iban).replaceAll(' ', '-')],
    ['no-break spaces', (iban: string) => formatIban(iban).replaceAll(' ', '\u00a0')],
    ['two spaces', (iban: string) => formatIban(iban).replaceAll(' ', '  ')],
    ['after TR', (iban: string) => `TR ${iban.slice(2)}`],
    ['without TR', (iban: string) => iban.slice(2)],
    ['account number only', (iban: string) => iban.slice(4)],
    [
      'full width digits',
      (iban: string) => iban.replaceAll(/\d/g, (d) => String.fromCodePoint(0xff10 + Number(d))),
    ],
  ] as const)
    test(`note on a payout and in the audit log: ${name}`, async (t) => {
      const desk = await openPayoutDesk(t);
      const ayse = await desk.operator();
      const can = await desk.operator();
      const auditor = await desk.operator({ roles: ['auditor'] });
      const id = await desk.authorised({ by: ayse });
      const iban = (await desk.see(id)).payoutIban ?? '';
      const text = write(iban);
      const press = {
        ...(await desk.press(id)),
        bankReference: `X-${randomUUID().slice(0, 8)}`,
        note: `sent to ${text} today`,
      };
      const approved = await ayse.page.call('approvePayout', press, { id });
      assert.equal(approved.status, 200, JSON.stringify(approved.body));
      const has = (body: unknown) => JSON.stringify(body).includes(text);
      const leaks = [];
      if (has((await can.page.call('getPayout', undefined, { id })).body)) leaks.push('payout detail');
      const list = await read(auditor.page, '/api/audit?action=withdrawal.approve');
      const [entry] = list.body['entries'] as { id: string }[];
      const one = await read(auditor.page, `/api/audit/entries/${entry?.id}`);
      assert.equal(one.status, 200);
      if (has(one.body)) leaks.push('audit entry');
      const csv = await read(auditor.page, '/api/audit/export');
      if (String(csv.body['text']).includes(text)) leaks.push('audit export');
      assert.deepEqual(leaks, []);
    });

  test('what a partner’s server answered', async (t) => {
    const desk = await openPayoutDesk(t);
    const ayse = await desk.operator();
    const auditor = await desk.operator({ roles: ['auditor'] });
    const id = await desk.authorised({ by: ayse });
    const iban = (await desk.see(id)).payoutIban ?? '';
    await desk.approve(ayse, id);
    const endpoint = await insertEndpoint(desk.owner, {
      partnerId: desk.partner.id,
      url: 'https://shop.example/hook?token=geheim',
    });
    const { rows } = await desk.owner.query<{ id: string; feed_no: string }>('select id, feed_no from event');
    const event = rows[0];
    assert.ok(event);
    await desk.owner.query(
      `insert into webhook_delivery (endpoint_id, event_id, feed_no, external_reference, state, attempts, schedule_from, next_attempt_at) values ($1,$2,$3,'x','parked',1,0,now())`,
      [endpoint.id, event.id, event.feed_no],
    );
    await desk.owner.query(
      `insert into webhook_attempt (endpoint_id, event_id, attempt_no, at, duration_ms, status_code, answer_start) values ($1,$2,1,now(),5,500,$3)`,
      [endpoint.id, event.id, `cannot credit ${iban}`],
    );
    const leaks = [];
    for (const path of ['/api/undelivered/parked', `/api/undelivered/endpoints/${endpoint.id}`]) {
      const answer = await read(auditor.page, path);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      if (holdsIban(answer, iban)) leaks.push(path);
    }
    assert.deepEqual(leaks, []);
  });
});
