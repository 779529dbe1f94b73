import type { Language } from '@vezne/domain/written';
import type { TFunction } from 'i18next';
import type { en } from '../../../shared/i18n/en.ts';

/** What words are made with: a page takes it from its language, and a test gives it. */
export interface Tongue {
  t: TFunction;
  exists: (key: string) => boolean;
  language: Language;
}

type Texts = typeof en.requests;

/** The name of a text in a group of the requests' texts, if there is one. */
export function knownText<Group extends keyof Texts>(
  { exists }: Pick<Tongue, 'exists'>,
  group: Group,
  name: string,
): keyof Texts[Group] | undefined {
  return exists(`requests.${group}.${name}`) ? (name as keyof Texts[Group]) : undefined;
}

/** `settlementAccount.iban` and `credentials.create` as texts are called: `settlement_account_iban`. */
export function textName(name: string): string {
  return name.replaceAll(/[. ]/g, '_').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
