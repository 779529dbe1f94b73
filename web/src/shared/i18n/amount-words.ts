/** An amount in words, as on a cheque: a wrong zero is seen at once. */
import type { Cents } from '@vezne/domain/money';
import type { Language } from '@vezne/domain/written';

interface Words {
  readonly ones: readonly string[];
  readonly tens: readonly string[];
  readonly hundred: string;
  readonly scales: readonly string[];
}

const TURKISH: Words = {
  ones: ['', 'bir', 'iki', 'üç', 'dört', 'beş', 'altı', 'yedi', 'sekiz', 'dokuz'],
  tens: ['', 'on', 'yirmi', 'otuz', 'kırk', 'elli', 'altmış', 'yetmiş', 'seksen', 'doksan'],
  hundred: 'yüz',
  scales: ['', 'bin', 'milyon', 'milyar'],
};
const ENGLISH: Words = {
  // The first is zero, which has no word of its own inside a number.
  ones: ',one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve,thirteen,fourteen,fifteen,sixteen,seventeen,eighteen,nineteen'.split(
    ',',
  ),
  tens: ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'],
  hundred: 'hundred',
  scales: ['', 'thousand', 'million', 'billion'],
};

/** "on altı bin beş yüz lira", "sixteen thousand five hundred lira"; kuruş only where there are some. */
export function amountWords(amountCents: Cents, language: Language): string {
  const [lira, kurus] = [amountCents / 100n, amountCents % 100n];
  const number = (value: bigint): string => numberWords(value, language);
  return kurus === 0n ? `${number(lira)} lira` : `${number(lira)} lira ${number(kurus)} kuruş`;
}

function numberWords(value: bigint, language: Language): string {
  if (value === 0n) return language === 'tr' ? 'sıfır' : 'zero';
  const { scales } = language === 'tr' ? TURKISH : ENGLISH;
  const parts: string[] = [];
  let rest = value;
  for (let scale = 0; rest > 0n; scale += 1) {
    const group = Number(rest % 1_000n);
    rest /= 1_000n;
    if (group === 0) continue;
    // A thousand is "bin", never "bir bin".
    const isBareThousand = language === 'tr' && scale === 1 && group === 1;
    parts.unshift(...(isBareThousand ? [] : groupWords(group, language)), scales[scale] ?? '');
  }
  return parts.filter((part) => part !== '').join(' ');
}

function groupWords(group: number, language: Language): string[] {
  const { ones, tens, hundred } = language === 'tr' ? TURKISH : ENGLISH;
  const hundreds = Math.floor(group / 100);
  const rest = group % 100;
  return [
    // A hundred is "yüz", never "bir yüz".
    ...(hundreds === 0
      ? []
      : hundreds === 1 && language === 'tr'
        ? [hundred]
        : [ones[hundreds] ?? '', hundred]),
    ...(rest < ones.length ? [ones[rest] ?? ''] : [tens[Math.floor(rest / 10)] ?? '', ones[rest % 10] ?? '']),
  ];
}
