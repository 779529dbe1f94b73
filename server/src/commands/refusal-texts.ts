import type { Refusal, RefusalDetails, StaffRefusalCode } from '../usecases/refusal.ts';
import { ADMINISTRATION_SENTENCES } from './refusal-texts/administration.ts';
import { DECISION_SENTENCES } from './refusal-texts/decisions.ts';
import { LEDGER_SENTENCES } from './refusal-texts/ledger.ts';
import { PEOPLE_SENTENCES } from './refusal-texts/people.ts';

export { stateText } from './state-text.ts';

/** The terminal's text for every refusal that staff can get. A code without a text does not compile. */
const SENTENCES: { readonly [Code in StaffRefusalCode]: (details: RefusalDetails[Code]) => string } = {
  ...DECISION_SENTENCES,
  ...LEDGER_SENTENCES,
  ...ADMINISTRATION_SENTENCES,
  ...PEOPLE_SENTENCES,
};

/** What is wrong, and what to do about it. */
export function refusalText<Code extends StaffRefusalCode>({ code, details }: Refusal<Code>): string {
  return SENTENCES[code](details);
}

export function isStaffRefusal(refusal: Refusal): refusal is Refusal<StaffRefusalCode> {
  return Object.hasOwn(SENTENCES, refusal.code);
}
