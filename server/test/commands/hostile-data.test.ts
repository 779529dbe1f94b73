import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { table } from '../../src/commands/layout.ts';
import { good, heading } from '../../src/commands/terminal.ts';
import { printedLine } from '../../src/commands/printed-line.ts';
import { widthOf } from '../../src/commands/text-width.ts';
import { toTransactionId } from '../../src/ids.ts';
import { depositRow, insertRow, makeWorld } from '../db/rows/valid-rows.ts';
import type { Row } from '../db/rows/valid-rows.ts';
import { createTestDatabase } from '../harness/database.ts';
import { testKeysEnv } from '../harness/keys.ts';
import { jsonOf, vezneOn } from './vezne.ts';

/** It clears the screen, turns red, begins a line, and turns what follows around. */
const HOSTILE = 'Ada\u001b[2J\u001b[31m\r\nvezne deposit approve\u009b1A\u202e\u2028Öz';
const HARMLESS = 'Ada [2J [31m  vezne deposit approve 1A  Öz';
const OUR_COLOURS = ['1', '22', '36', '39'].map((code) => `\u001b[${code}m`);
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

test('a name in the database can not steer the terminal of whoever looks at it; JSON has it as it is', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const world = await makeWorld(owner);
  const row: Row = { ...depositRow(world), customer_full_name: HOSTILE };
  await insertRow(owner, 'transaction', row);
  const vezne = vezneOn(database, { ...testKeysEnv, VEZNE_ACTOR: 'ayse', FORCE_COLOR: '1' });
  const id = toTransactionId(String(row['id']));
  for (const words of [
    ['transaction', 'show', id],
    ['transaction', 'find', id],
  ]) {
    const { code, stdout, stderr } = await vezne(...words);
    assert.equal(code, 0, stderr);
    assert.ok(stdout.includes(id), stdout);
    const plain = OUR_COLOURS.reduce((text, colour) => text.replaceAll(colour, ''), stdout);
    for (const line of plain.split('\n')) assert.doesNotMatch(line, UNSEEN);
    assert.doesNotMatch(stdout, /^vezne deposit approve 1A/m);
    if (words[1] === 'show') {
      assert.ok(stdout.includes(HARMLESS), stdout);
      assert.ok(stdout.startsWith('\u001b[1mDeposit of '), 'our own colours stay');
    }
  }
  const shown = jsonOf(await vezne('transaction', 'show', id, '--json'));
  assert.ok(JSON.stringify(shown).includes(JSON.stringify(HOSTILE).slice(1, -1)));
});

test('a message on standard error is clean, too', async (t) => {
  const database = await createTestDatabase(t);
  const { code, stderr } = await vezneOn(database)('webhook', 'show', `https://shop.example/${HOSTILE}`);
  assert.equal(code, 1);
  assert.match(stderr, /^vezne: [^\n]*\n$/);
  assert.doesNotMatch(stderr.trimEnd(), UNSEEN);
});

test('columns stay under each other beside a name that would steer the terminal', () => {
  const [, hostile = '', other = ''] = table(
    ['name', 'amount'],
    [
      [HOSTILE, '1.00 TRY'],
      [`Ada\u200b${good('Öz')}`, '10.00 TRY'],
    ],
  ).map((line) => stripVTControlCharacters(printedLine(line)));
  assert.equal(hostile, `${HARMLESS}   1.00 TRY`);
  assert.equal(other, `${'Ada Öz'.padEnd(HARMLESS.length)}  10.00 TRY`);
});

test('only what we colour is coloured, and a colour takes no room', () => {
  process.env['FORCE_COLOR'] = '1';
  try {
    const title = heading(`Deposit of ${HOSTILE}`);
    assert.equal(printedLine(title), `\u001b[1mDeposit of ${HARMLESS}\u001b[22m`);
    assert.equal(widthOf(title), `Deposit of ${HARMLESS}`.length);
    assert.equal(printedLine('\u001b[1mdata\u001b[22m'), ' [1mdata [22m');
  } finally {
    delete process.env['FORCE_COLOR'];
  }
});
