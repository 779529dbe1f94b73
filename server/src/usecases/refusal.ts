import type { AdministrationRefusals } from './refusals/administration.ts';
import type { DecisionRefusals, DeskRefusals } from './refusals/decisions.ts';
import type { LedgerRefusals } from './refusals/ledger.ts';
import type { PartnerRefusals } from './refusals/partner.ts';
import type { PeopleRefusals } from './refusals/people.ts';
import type { PortalRefusals } from './refusals/portal.ts';
import type { SignInRefusals } from './refusals/sign-in.ts';

/**
 * Every reason why a use case can refuse, with the details that a message about it needs. Use cases contain no messages:
 * each surface has its own, in its own language. refusals/ has a list for each kind of caller, so a surface names exactly
 * the codes it can get.
 */

/** Refusals that staff can get, at the command line and at the console. */
export interface StaffRefusals
  extends DecisionRefusals, LedgerRefusals, AdministrationRefusals, PeopleRefusals {}

export interface RefusalDetails
  extends PartnerRefusals, StaffRefusals, DeskRefusals, SignInRefusals, PortalRefusals {}

export type RefusalCode = keyof RefusalDetails;
export type PartnerRefusalCode = keyof PartnerRefusals;
export type DecisionRefusalCode = keyof DecisionRefusals;
export type DeskRefusalCode = keyof DeskRefusals;
export type StaffRefusalCode = keyof StaffRefusals;
export type SignInRefusalCode = keyof SignInRefusals;
export type PortalRefusalCode = keyof PortalRefusals;

/** One reason with its details. The code tells which. */
export type Refusal<Code extends RefusalCode = RefusalCode> = {
  [Each in Code]: { code: Each; details: RefusalDetails[Each] };
}[Code];

type DetailsArgument<Code extends RefusalCode> = RefusalDetails[Code] extends null
  ? []
  : [details: RefusalDetails[Code]];

export function refusal<Code extends RefusalCode>(
  code: Code,
  ...[details]: DetailsArgument<Code>
): Refusal<Code> {
  // The compiler can't follow the code through the union. The argument types make sure that the details belong to the code.
  return { code, details: details ?? null } as Refusal<Code>;
}

/** An expected refusal, thrown. Nothing was written. */
export class RefusedError extends Error {
  override name = 'RefusedError';
  readonly refusal: Refusal;

  constructor(reason: Refusal, options?: ErrorOptions) {
    super(reason.code, options);
    this.refusal = reason;
  }
}

/** For `throw refused('partner_not_found', { named })`. */
export function refused<Code extends RefusalCode>(
  code: Code,
  ...details: DetailsArgument<Code>
): RefusedError {
  // The compiler can't see here either that a refusal with one code belongs to the union.
  return new RefusedError(refusal(code, ...details) as Refusal);
}
