import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { AUDIT_PAGE, getAuditEntry, listAuditLog } from '@vezne/contract/console/audit';
import type { AuditEntryShown, AuditRow } from '@vezne/contract/console/audit';
import { CONSOLE_API } from '@vezne/contract/console/routes';
import type { ConsoleRoute } from '@vezne/contract/console/route';
import { referenceCodeAt } from '@vezne/domain/reference-code';
import type pg from 'pg';
import { createDatabase } from '../../../../src/db/kysely.ts';
import { toTransactionId } from '../../../../src/ids.ts';
import { createReferenceRound } from '../../../../src/usecases/deposits/reference-codes.ts';
import { openConsoleDesk, read } from '../../../harness/console-desk.ts';
import type { Browser } from '../../../harness/console.ts';
import { testKeys } from '../../../harness/keys.ts';
import { sealAll, tamper } from '../../../usecases/audit/chain.ts';

const AUDITOR = { roles: ['auditor'] } as const;

async function list(page: Browser, query = ''): Promise<ReturnType<typeof listAuditLog.response.parse>> {
  const { status, body } = await read(page, `/api/audit${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return listAuditLog.response.parse(body);
}

async function entry(page: Browser, no: string): Promise<AuditEntryShown> {
  const { status, body } = await read(page, `/api/audit/entries/${no}`);
  assert.equal(status, 200, JSON.stringify(body));
  return getAuditEntry.response.parse(body);
}

const numbers = ({ entries }: { entries: AuditRow[] }): string[] => entries.map(({ id }) => id);

interface Given {
  at?: string;
  writtenAt?: string;
  kind?: string;
  actorId?: string;
  actor?: string;
  action?: string;
  type?: string;
  id?: string;
  details?: object;
}

async function write(owner: pg.Pool, given: Given): Promise<string> {
  const { rows } = await owner.query<{ id: bigint }>(
    `insert into audit_entry (at, written_at, actor_kind, actor_id, actor, action, subject_type, subject_id, details)
     values (coalesce($1::timestamptz, now()), coalesce($9::timestamptz, $1, now()), $2, $3, $4, $5, $6, $7, $8) returning id`,
    [
      given.at ?? null,
      given.kind ?? 'command_line',
      given.actorId ?? 'mehmet',
      given.actor ?? 'mehmet',
      given.action ?? 'partner.set',
      given.type ?? 'partner',
      given.id ?? 'x',
      JSON.stringify(given.details ?? {}),
      given.writtenAt ?? null,
    ],
  );
  return String(rows[0]?.id);
}

suite('the audit log at the console', () => {
  test('the newest comes first, page by page, each once, whatever comes meanwhile', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator(AUDITOR);
    for (let count = 0; count < AUDIT_PAGE * 2 + 3; count += 1) await write(desk.owner, {});
    const { rows } = await desk.owner.query<{ id: bigint }>('select id from audit_entry order by id desc');
    const walked: string[] = [];
    let next: string | null = null;
    for (let pages = 0; pages < 9 && (pages === 0 || next !== null); pages += 1) {
      const part = await list(page, next === null ? '' : `?before=${next}`);
      walked.push(...numbers(part));
      next = part.next;
      await write(desk.owner, {});
    }
    assert.deepEqual(
      walked,
      rows.map(({ id }) => String(id)),
    );
  });

  test('each filter finds what it says, and all of them together', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator(AUDITOR);
    const elif = await desk.operator({ handle: 'elif', name: 'Elif Demir' });
    const deposit = await desk.deposit();
    const referenceCode = referenceCodeAt(4_711, createReferenceRound(testKeys.referenceCodeKey));
    await desk.owner.query(
      'update transaction set reference_code = $2, reference_number = 4711 where id = $1',
      [deposit, referenceCode],
    );
    await elif.page.call(
      'approveDeposit',
      { ...(await desk.press(deposit)), actualAmount: '1000.00' },
      { id: deposit },
    );
    const earlier = await write(desk.owner, { actorId: 'elif', actor: 'Elif', at: '2026-03-01T20:59:59Z' });
    const later = await write(desk.owner, { actorId: 'elif', actor: 'Elif', at: '2026-03-01T21:00:00Z' });
    const other = await write(desk.owner, { action: 'partner.pause', id: desk.partner.id });
    const found = async (query: string): Promise<string[]> => numbers(await list(page, `?${query}`));
    const approved = await found('action=deposit.approve');
    assert.equal(approved.length, 1);
    for (const subject of [deposit, toTransactionId(deposit), referenceCode, `transaction:${deposit}`])
      assert.deepEqual(await found(`subject=${encodeURIComponent(subject)}`), approved, subject);
    // At both doors, and before she was one of ours.
    for (const actor of ['elif', elif.person.id, 'Elif Demir']) {
      const hers = await found(`actor=${encodeURIComponent(actor)}`);
      for (const id of [...approved, earlier, later]) assert.ok(hers.includes(id), actor);
      assert.ok(!hers.includes(other));
    }
    assert.deepEqual(await found('actor=mehmet'), [other]);
    assert.deepEqual(await found(`subject=${encodeURIComponent(desk.partner.name)}`), [other]);
    assert.deepEqual(await found('actor=elif&action=partner.set'), [later, earlier]);
    // A day is one in Turkey. Times that were put into the past stand where their number is, and the period is looked for by numbers.
    await tamper(
      desk.owner,
      `delete from audit_entry where id not in (${earlier}, ${later});
       insert into audit_entry (at, written_at, actor_kind, actor_id, actor, action, subject_type, subject_id)
       values ('2026-03-03T09:00:00Z', '2026-03-03T09:00:00Z', 'command_line', 'elif', 'elif', 'partner.pause', 'partner', 'y')`,
    );
    assert.deepEqual(await found('from=2026-03-01&to=2026-03-01'), [earlier]);
    assert.deepEqual(await found('from=2026-03-02&to=2026-03-02'), [later]);
    assert.deepEqual(await found('to=2026-03-02'), [later, earlier]);
    assert.deepEqual(await found('from=2026-03-02&action=partner.set&actor=elif&subject=partner:x'), [later]);
    assert.deepEqual(await found('from=2027-01-01'), []);
    assert.deepEqual((await list(page, '?subject=nobody-has-this')).subjects, []);
    for (const wrong of ['before=0', 'before=x', 'from=2026-02-30', 'action=%27', 'subject=%00', 'actor='])
      assert.equal((await read(page, `/api/audit?${wrong}`)).code, 'invalid_request', wrong);
  });

  test('an entry that claims another time is shown on both days, and says when it was written', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator(AUDITOR);
    await tamper(desk.owner, 'delete from audit_entry');
    const honest = await write(desk.owner, { at: '2026-03-01T09:00:00Z' });
    const writtenAt = '2026-03-05T09:00:00.000Z';
    const late = await write(desk.owner, { at: '2026-03-01T09:00:00Z', writtenAt });
    const next = await write(desk.owner, { at: '2026-03-05T09:01:00Z' });
    const found = async (day: string): Promise<(string | null)[][]> =>
      (await list(page, `?from=${day}&to=${day}`)).entries.map((row) => [row.id, row.writtenAt]);
    assert.deepEqual(await found('2026-03-01'), [
      [late, writtenAt],
      [honest, null],
    ]);
    assert.deepEqual(await found('2026-03-05'), [
      [next, null],
      [late, writtenAt],
    ]);
    assert.equal((await entry(page, late)).writtenAt, writtenAt);
    const news = await read(page, `/api/audit/news?after=${honest}&from=2026-03-05&to=2026-03-05`);
    assert.equal(news.body['count'], 2);
  });

  test('a request about a deposit is part of its story', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator(AUDITOR);
    const operator = await desk.operator();
    const id = await desk.deposit({ amountCents: 60_000_00n });
    const press = { ...(await desk.press(id)), actualAmount: '60000.00' };
    assert.equal((await operator.page.call('approveDeposit', press, { id })).body['outcome'], 'asked');
    const [asked] = (await list(page, `?subject=${id}`)).entries;
    assert.equal(asked?.action, 'request.ask');
    assert.deepEqual(
      [asked.subject.id, asked.subject.transactionType, asked.brief.asksFor, asked.brief.amountCents],
      [id, 'deposit', 'deposit.approve', 6_000_000],
    );
  });

  test('an entry has before and after as lines; no IBAN is whole and no secret is shown, whoever looks', async (t) => {
    const desk = await openConsoleDesk(t);
    const iban = 'TR330006100519786457841326';
    const session = randomUUID();
    const no = await write(desk.owner, {
      type: 'bank_account',
      id: desk.bankAccount.id,
      action: 'bank_account.set',
      details: {
        before: { dailyCap: '100.00', terms: { fixed: '0.00' }, isOpen: false },
        after: { dailyCap: '500.00', terms: { fixed: '1.50' }, isOpen: true, iban },
        note: 'paid to TR33 0006 1005 1978 6457 8413 26, as asked',
        partnerId: desk.partner.id,
        webhookSecret: 'whs_hush',
        session,
        address: '192.0.2.7',
        seen: ['a', iban],
      },
    });
    for (const roles of [['auditor'], ['administrator'], ['finance'], ['senior_operator']] as const) {
      const { page } = await desk.operator({ roles });
      const shown = await entry(page, no);
      assert.ok(!JSON.stringify(shown).includes('6457'), 'an IBAN');
      assert.ok(!JSON.stringify(shown).includes('whs_hush'), 'a secret');
      const lineOf = (name: string): unknown[] => {
        const { before, after } = shown.changes.find(({ field }) => field === name) ?? assert.fail(name);
        return [before, after];
      };
      const amount = (amountCents: number): object => ({ kind: 'amount', amountCents });
      assert.deepEqual(lineOf('dailyCap'), [amount(10_000), amount(50_000)]);
      assert.deepEqual(lineOf('terms.fixed'), [amount(0), amount(150)]);
      assert.deepEqual(lineOf('isOpen'), [
        { kind: 'yes_no', isYes: false },
        { kind: 'yes_no', isYes: true },
      ]);
      assert.match(shown.note ?? '', /^paid to TR33 \*+/);
      assert.deepEqual([shown.session, shown.address], [session, '192.0.2.7']);
      assert.equal(shown.seal, null);
      const partner = shown.facts.find(({ field }) => field === 'partnerId')?.value;
      assert.equal(partner?.kind === 'named' ? partner.subject.name : undefined, desk.partner.name);
    }
    const { page } = await desk.operator(AUDITOR);
    for (const wrong of ['0', '999999', 'x', '9'.repeat(30)])
      assert.equal((await read(page, `/api/audit/entries/${wrong}`)).code, 'not_found', wrong);
    const operator = await desk.operator({ roles: ['operator'] });
    for (const path of ['', `/entries/${no}`, '/chain', '/export', '/filters', '/news'])
      assert.equal((await read(operator.page, `/api/audit${path}`)).code, 'not_permitted', path);
  });

  test('the seal of an entry is computed anew, and a changed entry shows', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator(AUDITOR);
    const no = await write(desk.owner, {});
    await sealAll(createDatabase(desk.database.pool('vezne_worker')));
    const sealed = await entry(page, no);
    assert.deepEqual([sealed.seal?.no, sealed.seal?.isIntact, sealed.seal?.isProven], ['1', true, false]);
    await tamper(desk.owner, `update audit_entry set actor = 'ayşe' where id = ${no}`);
    assert.equal((await entry(page, no)).seal?.isIntact, false);
  });

  test('the chain says how far it reaches, and what the command line said of it; nobody else can say it', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator(AUDITOR);
    const chain = async (): Promise<Record<string, unknown>> => (await read(page, '/api/audit/chain')).body;
    assert.equal((await chain())['lastVerification'], null);
    await sealAll(createDatabase(desk.database.pool('vezne_worker')));
    await write(desk.owner, {
      action: 'audit.verify',
      type: 'audit_log',
      id: 'chain',
      details: { result: 'proven', entries: '9', upToSeal: '1', provenSeal: '1' },
    });
    const said = (await chain())['lastVerification'] as Record<string, unknown>;
    assert.deepEqual([said['by'], said['result'], said['provenSeal']], ['mehmet', 'proven', '1']);
    assert.equal(((await chain())['unsealed'] as { count: number }).count, 1);
    const forged = `insert into audit_entry (actor_kind, actor_id, actor, action, subject_type, subject_id, details)
      values ($1, 'x', 'x', 'audit.verify', 'audit_log', 'chain', '{"result": "proven"}')`;
    for (const role of ['vezne_console', 'vezne_worker'] as const) {
      for (const kind of ['staff', 'command_line', 'system'])
        await assert.rejects(desk.database.pool(role).query(forged, [kind]), `${role} as ${kind}`);
    }
  });

  test('new entries are counted, and asking for them keeps nobody signed in', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator(AUDITOR);
    const no = await write(desk.owner, {});
    await write(desk.owner, {});
    await write(desk.owner, { action: 'partner.pause' });
    assert.deepEqual((await read(page, `/api/audit/news?after=${no}`)).body, { count: 2, isMore: false });
    assert.equal((await read(page, `/api/audit/news?after=${no}&action=partner.pause`)).body['count'], 1);
    const { actors } = (await read(page, '/api/audit/filters')).body as { actors: { id: string }[] };
    assert.ok(actors.some(({ id }) => id === 'mehmet'));
  });

  test('an auditor passes no route that writes anything but their own sign-in', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator(AUDITOR);
    const routes: readonly (readonly [string, ConsoleRoute])[] = Object.entries(CONSOLE_API);
    const writing = routes.filter(([, { method, permission, isRead }]) => {
      return method !== 'GET' && isRead !== true && permission !== 'public' && permission !== 'signed_in';
    });
    assert.ok(writing.length > 8);
    const reads = routes.filter(([, { isRead }]) => isRead === true).map(([name]) => name);
    assert.deepEqual(reads, ['search', 'findBlocks'], 'nothing else is excused');
    const before = await desk.owner.query('select count(*) from audit_entry');
    for (const [name, route] of writing) {
      const body = route.request === undefined ? undefined : {};
      const answer = await page.callRoute(route, body, { id: randomUUID() });
      assert.equal(answer.code, 'not_permitted', name);
      assert.notEqual(route.isMaskable, true, `${name} writes, and is open to auditors`);
    }
    const after = await desk.owner.query('select count(*) from audit_entry');
    assert.deepEqual(after.rows, before.rows);
  });
});
