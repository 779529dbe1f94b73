/** The words of a statement, for people of a partner. */
import type { MovementKind, ReserveKind } from '@vezne/domain/partner-statement';
import { turkishTime } from '@vezne/domain/turkish-time';
import type { Language } from '@vezne/domain/written';
import type { Statement } from './statement.ts';

export interface StatementTexts {
  title: string;
  number: string;
  period: string;
  currency: string;
  opening: string;
  closing: string;
  /** Instead of it, of a period that is no closed month. */
  closingUpTo: (entryNo: string) => string;
  lastEntry: string;
  change: string;
  summary: string;
  kind: string;
  count: string;
  gross: string;
  commission: string;
  net: string;
  total: string;
  reserve: string;
  reserveHint: string;
  reserveOpening: string;
  reserveClosing: string;
  movements: string;
  noMovements: string;
  time: string;
  entry: string;
  reference: string;
  yourReference: string;
  code: string;
  id: string;
  amount: string;
  balance: string;
  /** At the head and at the foot of a page. */
  carriedOver: string;
  carriedForward: string;
  pageTotal: string;
  page: (page: number, pages: number) => string;
  inLira: string;
  timesAre: string;
  closedNote: string;
  periodNote: string;
  kinds: Readonly<Record<MovementKind, string>>;
  /** Of many. */
  sums: Readonly<Record<MovementKind, string>>;
  reserveKinds: Readonly<Record<ReserveKind, string>>;
  months: readonly string[];
  shortMonths: readonly string[];
}

const TURKISH: StatementTexts = {
  title: 'Hesap ekstresi',
  number: 'Ekstre no',
  period: 'Dönem',
  currency: 'Para birimi',
  opening: 'Açılış bakiyesi',
  closing: 'Kapanış bakiyesi',
  closingUpTo: (entryNo) => `${entryNo} no.lu kayda kadar bakiye`,
  lastEntry: 'Son kayıt',
  change: 'Dönem içi değişim',
  summary: 'Özet',
  kind: 'Tür',
  count: 'Adet',
  gross: 'Brüt',
  commission: 'Komisyon',
  net: 'Net',
  total: 'Toplam',
  reserve: 'Çekimler için ayrılan',
  reserveHint: 'Onaylanan çekimler ödenene kadar bakiyenin dışında tutulur.',
  reserveOpening: 'Dönem başında ayrılmış',
  reserveClosing: 'Dönem sonunda ayrılmış',
  movements: 'Hareketler',
  noMovements: 'Bu dönemde hareket yok.',
  time: 'Zaman',
  entry: 'Kayıt no',
  reference: 'Referans',
  yourReference: 'Sizin referansınız',
  code: 'Referans kodu',
  id: 'İşlem no',
  amount: 'Tutar',
  balance: 'Bakiye',
  carriedOver: 'Önceki sayfadan devir',
  carriedForward: 'Sonraki sayfaya devir',
  pageTotal: 'Sayfa toplamı',
  page: (page, pages) => `Sayfa ${page} / ${pages}`,
  inLira: 'Tutarlar Türk lirasıdır (₺).',
  timesAre: 'Saatler Türkiye saatidir.',
  closedNote: 'Kapanan ay değişmez; sonradan bulunan bir düzeltme, yapıldığı ayın ekstresinde görünür.',
  periodNote: 'Bu ekstre, hazırlandığı andaki kayıtları gösterir; numaralı ekstre kapanan ay için verilir.',
  kinds: {
    deposit: 'Yatırım',
    correction: 'Düzeltme',
    withdrawal: 'Çekim',
    withdrawal_released: 'Ödenmeyen çekim',
    withdrawal_returned: 'Geri dönen çekim',
    top_up: 'Bakiye yükleme',
    settlement: 'Size yapılan ödeme',
    adjustment: 'Mahsup',
  },
  sums: {
    deposit: 'Yatırımlar',
    correction: 'Düzeltmeler',
    withdrawal: 'Çekimler',
    withdrawal_released: 'Ödenmeyen çekimler',
    withdrawal_returned: 'Geri dönen çekimler',
    top_up: 'Bakiye yüklemeleri',
    settlement: 'Size yapılan ödemeler',
    adjustment: 'Mahsuplar',
  },
  reserveKinds: {
    set_aside: 'Yeni ayrılan',
    paid_out: 'Ödenen',
    given_back: 'Bakiyeye dönen',
  },
  months: [
    'Ocak',
    'Şubat',
    'Mart',
    'Nisan',
    'Mayıs',
    'Haziran',
    'Temmuz',
    'Ağustos',
    'Eylül',
    'Ekim',
    'Kasım',
    'Aralık',
  ],
  shortMonths: ['Oca', 'Şub', 'Mar', 'Nis', 'May', 'Haz', 'Tem', 'Ağu', 'Eyl', 'Eki', 'Kas', 'Ara'],
};

const ENGLISH: StatementTexts = {
  title: 'Account statement',
  number: 'Statement no.',
  period: 'Period',
  currency: 'Currency',
  opening: 'Opening balance',
  closing: 'Closing balance',
  closingUpTo: (entryNo) => `Balance up to entry ${entryNo}`,
  lastEntry: 'Last entry',
  change: 'Change in the period',
  summary: 'Summary',
  kind: 'Type',
  count: 'Count',
  gross: 'Gross',
  commission: 'Commission',
  net: 'Net',
  total: 'Total',
  reserve: 'Reserved for withdrawals',
  reserveHint: 'Authorised withdrawals are kept outside the balance until they are paid.',
  reserveOpening: 'Reserved at the start',
  reserveClosing: 'Reserved at the end',
  movements: 'Movements',
  noMovements: 'There were no movements in this period.',
  time: 'Time',
  entry: 'Entry no.',
  reference: 'Reference',
  yourReference: 'Your reference',
  code: 'Reference code',
  id: 'Transaction ID',
  amount: 'Amount',
  balance: 'Balance',
  carriedOver: 'Brought forward',
  carriedForward: 'Carried forward',
  pageTotal: 'Page total',
  page: (page, pages) => `Page ${page} of ${pages}`,
  inLira: 'Amounts are in Turkish lira (₺).',
  timesAre: 'Times are Turkish time (UTC+3).',
  closedNote:
    'A closed month never changes; a later correction appears in the statement of the month in which it is made.',
  periodNote:
    'This statement shows the records at the time it was prepared; closed months have a numbered statement.',
  kinds: {
    deposit: 'Deposit',
    correction: 'Correction',
    withdrawal: 'Withdrawal',
    withdrawal_released: 'Withdrawal not paid',
    withdrawal_returned: 'Withdrawal returned',
    top_up: 'Top-up',
    settlement: 'Payment to you',
    adjustment: 'Adjustment',
  },
  sums: {
    deposit: 'Deposits',
    correction: 'Corrections',
    withdrawal: 'Withdrawals',
    withdrawal_released: 'Withdrawals not paid',
    withdrawal_returned: 'Withdrawals returned',
    top_up: 'Top-ups',
    settlement: 'Payments to you',
    adjustment: 'Adjustments',
  },
  reserveKinds: {
    set_aside: 'Newly reserved',
    paid_out: 'Paid',
    given_back: 'Returned to the balance',
  },
  months: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  shortMonths: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
};

export const STATEMENT_TEXTS: Readonly<Record<Language, StatementTexts>> = { tr: TURKISH, en: ENGLISH };

/** "1 Ekim 2026". By hand: another version of a library of calendars would make other bytes. */
export function longDay(day: string, language: Language): string {
  const [year = '', month = '', number = ''] = day.split('-');
  return `${Number(number)} ${STATEMENT_TEXTS[language].months[Number(month) - 1]} ${year}`;
}

/** "Ekim 2026" for a month, "1 Ekim 2026 – 17 Ekim 2026" for any other period. */
export function periodText(
  { month, from, to }: { month: string | null; from: string; to: string },
  language: Language,
): string {
  if (month === null) {
    return from === to ? longDay(from, language) : `${longDay(from, language)} – ${longDay(to, language)}`;
  }
  const [year = '', number = ''] = month.split('-');
  return `${STATEMENT_TEXTS[language].months[Number(number) - 1]} ${year}`;
}

/** "31.10.2026 23:58" or "31 Oct 2026 23:58", in Turkey. */
export function shortTime(time: Date, language: Language): string {
  const [day = '', hour = ''] = turkishTime(time).split('T');
  const [year = '', month = '', number = ''] = day.split('-');
  const written =
    language === 'tr'
      ? `${number}.${month}.${year}`
      : `${Number(number)} ${ENGLISH.shortMonths[Number(month) - 1]} ${year}`;
  return `${written} ${hour}`;
}

/** What the balance at the end is called: more may come to a period that is no closed month, so it says up to which entry, and of when that is. */
export function closingText({ language, lastEntry }: Pick<Statement, 'language' | 'lastEntry'>): string {
  const texts = STATEMENT_TEXTS[language];
  if (lastEntry === null) return texts.closing;
  return `${texts.closingUpTo(String(lastEntry.no))}, ${shortTime(lastEntry.at, language)}`;
}
