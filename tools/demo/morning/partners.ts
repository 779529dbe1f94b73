import { cents } from '@vezne/domain/money';
import { addBankAccount } from '../../../server/src/usecases/bank-accounts/add.ts';
import { enableBankAccount } from '../../../server/src/usecases/bank-accounts/change.ts';
import { createPartner } from '../../../server/src/usecases/partners/create.ts';
import { createAgree } from '../two-people.ts';
import type { Agree } from '../two-people.ts';
import type { CredentialContext } from '../../../server/src/usecases/admin-context.ts';
import type { MorningDesk } from './desk.ts';

/** A site that has its players here. Its keys are kept for `--busy`. */
export interface MorningPartner {
  name: string;
  apiKey: string;
  apiSecret: string;
  hashSecret: string;
}

const HOLDER = 'Vezne Demo Ödeme A.Ş.';
/** More than three accounts, so that one can be frozen and the others go on. */
const BANK_ACCOUNTS = [
  { bankName: 'Yapı Kredi', holderName: HOLDER, iban: 'TR430006701000000012345678' },
  { bankName: 'VakıfBank', holderName: HOLDER, iban: 'TR130001500158007312345678' },
  { bankName: 'Akbank', holderName: HOLDER, iban: 'TR070004600123888000123456' },
];

const PARTNERS = [
  { name: 'Mavi Oyun', basisPoints: 300, mode: 'deduct_from_amount' },
  { name: 'Kuzey Spor', basisPoints: 250, mode: 'deduct_from_amount' },
  { name: 'Çınaraltı', basisPoints: 350, mode: 'fee_on_top' },
  // Long names come from long forms.
  {
    name: 'Işıltılı Şans Oyunları Organizasyon ve Danışmanlık',
    basisPoints: 400,
    mode: 'deduct_from_amount',
  },
] as const;

/** The first of them, whose owner shows the portal with a history. */
export const BUSY_PARTNER: (typeof PARTNERS)[number]['name'] = 'Mavi Oyun';

/** Its site is down, so that its webhooks fail. */
export const PARTNER_DOWN: (typeof PARTNERS)[number]['name'] = 'Kuzey Spor';

/** Two administrators add them, as at the command line. */
export async function makePartners(desk: MorningDesk): Promise<MorningPartner[]> {
  const { context, agree } = byAdministrators(desk);
  for (const account of BANK_ACCOUNTS) {
    const { id } = await agree(addBankAccount(context, { ...account, dailyCapCents: null }));
    await agree(enableBankAccount(context, id));
  }
  const made: MorningPartner[] = [];
  for (const { name, basisPoints, mode } of PARTNERS) {
    const terms = { basisPoints, fixedCents: cents(0n), mode };
    const { credentials } = await agree(
      createPartner(context, { settings: { name }, terms: { deposit: terms, withdrawal: terms } }),
    );
    const { apiKey, apiSecret, hashSecret } = credentials;
    made.push({ name, apiKey, apiSecret, hashSecret });
  }
  return made;
}

export function byAdministrators({ db, confirming, people }: MorningDesk): {
  context: CredentialContext;
  agree: Agree;
} {
  return {
    context: { db, actor: people.administrator, ...confirming.issuer() },
    agree: createAgree(confirming, people.secondAdministrator),
  };
}
