import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  REFERENCE_CODE_ALPHABET,
  normalizeReferenceCode,
  referenceCodeAt,
} from '@vezne/domain/reference-code';
import { createReferenceRound } from '../../../src/usecases/deposits/reference-codes.ts';
import { search } from '../../../src/usecases/search/search.ts';
import { depositRow, insertRow, makeWorld } from '../../db/rows/valid-rows.ts';
import type { Row } from '../../db/rows/valid-rows.ts';
import { createRandom } from '../../../../chaos/random.ts';
import type { Random } from '../../../../chaos/random.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { testKeys } from '../../harness/keys.ts';

const SEED = 20_261_117;
const TYPOS = 500;
const DEPOSITS = 100;

/** What fingers do: another letter, one too few, one too many, or two in the wrong order; and small letters and spaces on top of it. */
function mistype(code: string, random: Random): string {
  const at = random.below(code.length);
  const other = random.pick(Array.from(REFERENCE_CODE_ALPHABET));
  const typed = random.pick([
    () => code.slice(0, at) + other + code.slice(at + 1),
    () => code.slice(0, at) + code.slice(at + 1),
    () => code.slice(0, at) + other + code.slice(at),
    () => code.slice(0, at) + (code[at + 1] ?? '') + (code[at] ?? '') + code.slice(at + 2),
  ])();
  const space = random.below(typed.length);
  return random.pick([typed, typed.toLowerCase(), `${typed.slice(0, space)} ${typed.slice(space)}`]);
}

test(`of ${TYPOS} codes with a typo, each leads to its deposit`, async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const world = await makeWorld(owner);
  const referenceRound = createReferenceRound(testKeys.referenceCodeKey);
  const deposits: { id: string; code: string }[] = [];
  for (let number = 0; number < DEPOSITS; number += 1) {
    const code = referenceCodeAt(10_000 + number, referenceRound);
    const row: Row = { ...depositRow(world), reference_code: code, reference_number: 10_000 + number };
    await insertRow(owner, 'transaction', row);
    deposits.push({ id: String(row['id']), code });
  }
  const random = createRandom(SEED);
  const pool = database.pool('vezne_console');
  for (let count = 0; count < TYPOS; count += 1) {
    const { id, code } = random.pick(deposits);
    const typed = mistype(code, random);
    const { groups, meant } = await search(
      { pool, referenceRound, nowMs: Date.now(), noteIban: async () => await Promise.resolve() },
      { text: typed },
    );
    // Equal neighbours were swapped, or a letter became itself.
    const isRight = normalizeReferenceCode(typed) === code;
    const exact = groups.find(({ kind }) => kind === 'code')?.transactions ?? [];
    const offered = (isRight ? exact : meant).map((one) => one.id);
    assert.ok(offered.includes(id), `seed ${SEED}: "${typed}" for ${code} offers ${offered.length}`);
    assert.ok(isRight || exact.length === 0, 'a guess is no find');
  }
});
