/** Who plays, and for how much. Always the same, so that two demos can be compared. */
import { cents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { foldName } from '@vezne/domain/names';

export interface Player {
  id: string;
  username: string;
  fullName: string;
}

const GIVEN = [
  'Ayşe',
  'İrem',
  'Hüseyin Avni',
  'Işıl',
  'Ömer Faruk',
  'Gülşah',
  'Kadir',
  'Büşra',
  'Ali İhsan',
  'Nurcan',
  'Muhammed Emin',
  'Çağla',
  'Serkan',
  'Fatma Nur',
  'Iraz',
  'Tuğçe',
  'İbrahim',
];
const FAMILY = [
  'Işık',
  'Yıldız',
  'Karagöz',
  'Çağlayan',
  'Öztürk',
  'Ünal',
  'Şahin',
  'İnönü',
  'Çetinkaya',
  'Aydın',
  'Güneş',
  'Karaosmanoğlu',
  'Doğan',
  'Şimşek',
  'Kılıçdaroğullarından',
  'Bozkurt',
  'Erdoğmuş',
  'Polat',
  'Ağaoğlu',
];

/** The lengths of the two lists have no common divisor, so the pair is another one for 323 players. */
export function playerOf(number: number): Player {
  const fullName = `${GIVEN[number % GIVEN.length]} ${FAMILY[number % FAMILY.length]}`;
  const username = `${foldName(fullName).replaceAll(' ', '').slice(0, 24)}${number}`;
  return { id: `oyuncu-${number}`, username, fullName };
}

const WHOLE = [250, 500, 1_000, 750, 2_000, 300, 1_500, 5_000, 400, 2_500, 1_250, 100, 3_000];

/** Mostly round, as people pay; every eleventh with a broken rest. */
export function amountOf(number: number): Cents {
  const whole = BigInt(WHOLE[number % WHOLE.length] ?? 100) * 100n;
  return cents(number % 11 === 5 ? whole + 37_45n : whole);
}

/** A Turkish account of this player's own, with right check digits. */
export function ibanOf(number: number): string {
  const account = `00062${String(900_000_000 + number).padStart(17, '0')}`;
  const check = 98n - (BigInt(`${account}292700`) % 97n);
  return `TR${String(check).padStart(2, '0')}${account}`;
}
