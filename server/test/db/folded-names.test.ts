import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandLineActor, isSamePerson, personIdOf } from '@vezne/domain/actor';
import { createTestDatabase } from '../harness/database.ts';

/** Each line is one person, however the name is spelled. */
const PEOPLE: readonly (readonly string[])[] = [
  [
    'Ali Işık',
    'ALİ IŞIK',
    'ali isik',
    'Ali ışık',
    'ALI ISIK',
    'a li  işik',
    'ali.isik',
    'Ali-Işık',
    "Ali'Işık",
    ' Ali Işık ',
  ],
  ['İlker', 'ilker', 'ılker', 'ILKER', 'i\u0307lker', 'I\u0307LKER', 'İLKER'.normalize('NFD'), 'ılker\u0307'],
  ['Ayşe Öztürk', 'Ayşe Öztürk'.normalize('NFD'), 'AYSE OZTURK', 'ayşe öztürk'.toUpperCase(), 'Ayse Oztürk'],
  [
    'mehmet',
    'ｍｅｈｍｅｔ',
    'ＭＥＨＭＥＴ',
    'MEHMET',
    'mehmet\u00a0',
    'meh\u200bmet',
    'meh\u00admet',
    'mehmet\u3164',
    'mehmet\ufe0f',
  ],
  ['Zoë Strauß', 'zoe strauss', 'ZOE STRAUSS', 'Zoe Strauß'],
  ['Łukasz Øster', 'lukasz oster', 'ŁUKASZ ØSTER'],
  ['Νίκος', 'ΝΙΚΟΣ', 'νικοσ'],
  ['ayse2', 'Ayşe ²', 'AYSE 2'],
];

const SPELLINGS = PEOPLE.flatMap((spellings, person) => spellings.map((name) => ({ name, person })));

test('every spelling of a name is one person, and two names are two, to the program and to the database', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const { rows } = await owner.query<{ folded: string }>(
    'select folded_name(name) as folded from unnest($1::text[]) with ordinality as spelled (name, place) order by place',
    [SPELLINGS.map(({ name }) => name)],
  );
  for (const [index, { name, person }] of SPELLINGS.entries()) {
    for (const [otherIndex, other] of SPELLINGS.entries()) {
      const isOne = person === other.person;
      const told = `${JSON.stringify(name)} and ${JSON.stringify(other.name)}`;
      assert.equal(personIdOf(name) === personIdOf(other.name), isOne, told);
      assert.equal(isSamePerson(commandLineActor(name), { id: null, name: other.name }), isOne, told);
      assert.equal(rows[index]?.folded === rows[otherIndex]?.folded, isOne, `${told} in the database`);
    }
  }
});

test('no spelling of the name of the one who asked can confirm, whatever id comes with it', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  for (const [asked = '', ...others] of PEOPLE) {
    for (const confirms of others) {
      await assert.rejects(
        owner.query(
          `insert into second_person_request (id, action, details, asked_by, asked_by_id, asked_by_kind, status,
             decided_by, decided_by_id, decided_by_kind, decided_at)
           values (gen_random_uuid(), 'partner.set', '{}', $1, 'one', 'staff', 'confirmed', $2, 'another', 'staff', now())`,
          [asked, confirms],
        ),
        { code: '23514', constraint: /second_person_request_(names|second)/ },
        `${asked} and ${confirms}`,
      );
    }
  }
});
