import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { masked } from '../../../../src/usecases/audit/masked.ts';
import { cell } from '../../../../src/documents/csv.ts';
import { openConsoleDesk, read } from '../../../harness/console-desk.ts';
import type { Browser } from '../../../harness/console.ts';
import { fetchFile, parse } from '../../../harness/csv-file.ts';
import type { FetchedFile } from '../../../harness/csv-file.ts';

const fileOf = async (desk: { url: string }, page: Browser, query: string): Promise<FetchedFile> =>
  await fetchFile(desk, page, `/api/audit/export?${query}`);

const IBAN = 'TR330006100519786457841326';

suite('the audit log as CSV', () => {
  test('the file has every entry once, opens as UTF-8, and is audited before it leaves', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page, person } = await desk.operator({ roles: ['auditor'], name: 'Nihal Ergin' });
    await desk.owner.query(
      `insert into audit_entry (actor_kind, actor_id, actor, action, subject_type, subject_id, details)
       select 'command_line', 'işıl', 'Işıl, "Ş"', 'partner.set', 'partner', no::text,
         jsonb_build_object('note', 'line' || chr(10) || 'break, "quoted"', 'iban', '${IBAN}', 'clientSecret', 'hush')
       from generate_series(1, 2500) as no`,
    );
    const { rows } = await desk.owner.query<{ id: bigint }>('select id from audit_entry order by id desc');
    const answer = await fileOf(desk, page, 'action=partner.set');
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/csv; charset=utf-8/);
    assert.match(
      answer.headers.get('content-disposition') ?? '',
      /^attachment; filename="vezne-audit-[\dT-]+\.csv"$/,
    );
    assert.deepEqual([...answer.bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
    const text = answer.bytes.toString('utf8').slice(1);
    const [head, ...lines] = parse(text);
    assert.equal(head?.[0], 'entry');
    assert.equal(lines.length, 2_500);
    assert.deepEqual(
      lines.map(([id]) => id),
      rows.map(({ id }) => String(id)).filter((id) => lines.some(([each]) => each === id)),
    );
    assert.equal(lines[0]?.[5], 'Işıl, "Ş"');
    assert.ok(!text.includes(IBAN) && !text.includes('hush'));
    const audited = await desk.owner.query<{ actor_id: string; details: Record<string, unknown> }>(
      `select actor_id, details from audit_entry where action = 'audit.export'`,
    );
    assert.equal(audited.rows.length, 1);
    assert.equal(audited.rows[0]?.actor_id, person.id);
    assert.deepEqual(audited.rows[0]?.details['filters'], { action: 'partner.set' });
  });

  test('a file that would be too long is cut, and says so', async (t) => {
    const desk = await openConsoleDesk(t, { exportRows: 5 });
    const { page } = await desk.operator({ roles: ['auditor'] });
    await desk.owner.query(
      `insert into audit_entry (actor_kind, actor_id, actor, action, subject_type, subject_id)
       select 'command_line', 'm', 'm', 'partner.set', 'partner', no::text from generate_series(1, 5 + 1) as no`,
    );
    const lines = async (query: string): Promise<string[][]> =>
      parse((await fileOf(desk, page, query)).bytes.toString('utf8').slice(1));
    const cut = await lines('action=partner.set');
    assert.equal(cut.length, 1 + 5 + 1);
    assert.match(cut.at(-1)?.[0] ?? '', /^CUT: more than 5 entries/);
    assert.equal((await lines('action=partner.set&subject=partner:1')).length, 1 + 1);
    assert.equal((await read(page, '/api/audit/export?action=%3D')).code, 'invalid_request');
  });

  test('no cell computes, wherever it is opened', () => {
    const hostile = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      '\n=1',
      ' =1',
      '"=1',
      '＝1',
      'a;=HYPERLINK("https://evil.example";"x")',
      'a\t=1',
      'a\r\n=1',
      'a|=1',
      "';\"=cmd|' /C calc'!A0",
    ];
    for (const text of hostile) {
      const written = cell(text);
      const [[read = ''] = []] = parse(`${written}\r\n`);
      for (const separator of [',', ';', '\t', '|', '\n', '\r']) {
        for (const part of separator === ',' ? [read] : written.split(separator))
          assert.doesNotMatch(part, /^[\s"]*[=+\-@＝]/, JSON.stringify(text));
      }
    }
    assert.equal(cell('a "b", c'), '"a ""b"", c"');
    assert.equal(cell('1-2; 3'), '"1-2; 3"');
  });

  test('an IBAN is masked wherever it stands, and nothing else is', () => {
    const shortened = 'TR33 **** **** **** **** **13 26';
    assert.equal(masked(IBAN), shortened);
    assert.equal(masked(`to TR33 0006 1005 1978 6457 8413 26 today`), `to ${shortened} today`);
    assert.ok(!masked(`x${IBAN}`).includes('6457'));
    assert.ok(!masked('DE89370400440532013000 and more').includes('44053'));
    assert.ok(!masked(`TR34${IBAN.slice(4)}`).includes('6457'), 'a wrong digit');
    for (const plain of ['01a2b3c4-d5e6-7f80-91a2-b3c4d5e6f708', 'vzk_1_abcdef', 'https://a.example/x'])
      assert.equal(masked(plain), plain);
  });
});
