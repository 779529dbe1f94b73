import { PERMISSION_TEXTS, ROLES } from '@vezne/domain/permissions';
import { PARTNER_ROLES } from '@vezne/domain/partner-permissions';
import type { PeopleRefusals } from '../../usecases/refusals/people.ts';
import { timeText } from '../layout.ts';
import type { Sentences } from './sentences.ts';

const NAME_ROLES = `Name some of ${ROLES.join(', ')}, with commas.`;

export const PEOPLE_SENTENCES: Sentences<PeopleRefusals> = {
  not_permitted: ({ permission }) =>
    `None of your roles allows this: ${permission === 'signed_in' ? 'sign in' : PERMISSION_TEXTS[permission]}. Ask somebody whose role does.`,
  step_up_required: () => 'This takes your second factor. Show it again, and repeat this.',
  too_many_ibans: ({ most }) =>
    `You have searched for ${most} IBANs within a minute. Wait a minute. Each search is kept in the audit log.`,
  not_active_staff: ({ name }) =>
    `Nobody active among the staff has the handle "${name}". Give your own with --as, or set VEZNE_ACTOR; see all with: vezne staff list`,
  staff_not_found: ({ handle }) => `Nobody has the handle "${handle}". See all people with: vezne staff list`,
  staff_disabled: ({ handle }) =>
    `The person ${handle} is disabled and can't sign in. Let them in again first: vezne staff enable ${handle}`,
  handle_invalid: ({ handle }) =>
    `"${handle}" can't be a handle. Give 2 to 32 small letters from a to z and digits, beginning with a letter.`,
  handle_taken: ({ handle }) =>
    `The handle ${handle} belongs to somebody, and is never given to another. Choose another one.`,
  role_unknown: ({ name }) => `There is no role "${name}". ${NAME_ROLES}`,
  no_role_named: () => `No role is named, and nobody is active without one. ${NAME_ROLES}`,
  email_taken: () =>
    'Somebody signs in to the portal with this address already, at this partner or another. Give another one.',
  email_invalid: () => "This can't be an address to sign in with. Write it like ayse@example.com.",
  no_portal_role_named: () => `No role is named. Name some of ${PARTNER_ROLES.join(', ')}, with commas.`,
  no_portal: () =>
    'The console does not know where the portal is. Set VEZNE_PORTAL_URL for it, and start it again.',
  roles_from_past: ({ from, now }) =>
    `Roles can't begin in the past: ${timeText(from)} was before ${timeText(now)}. Give a later time, or leave --from out.`,
  administrators_first: () =>
    'There are not two administrators yet. Add them first, at the command line, each with the role of administrator alone and at once; ' +
    'everybody after them takes both.',
  last_administrator: () =>
    'This is the last active administrator, and without one nobody could be added. Make somebody else one first, at once and for good.',
  asker_not_active: ({ requestId }) =>
    `Whoever asked for ${requestId} is not active among the staff. If it is right, ask anew, and end this one: ` +
    `vezne request decline ${requestId} --reason TEXT --as NAME`,
  asker_not_permitted: ({ requestId }) =>
    `Whoever asked for ${requestId} may not ask for it any more: their roles were changed. If it is right, somebody who may asks anew. ` +
    `End this one: vezne request decline ${requestId} --reason TEXT --as NAME`,
};
