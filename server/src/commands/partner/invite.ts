import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { PARTNER_ROLES } from '@vezne/domain/partner-permissions';
import type { PartnerRole } from '@vezne/domain/partner-permissions';
import { invitePartnerPerson } from '../../usecases/partner-people/invite-by-two.ts';
import type { InvitedPartnerPerson } from '../../usecases/partner-people/invite-by-two.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { defineAct } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { timeText } from '../layout.ts';
import { printPerformed } from '../performed.ts';
import type { Told } from '../performed.ts';
import { asInviter } from '../with-database.ts';

const NAMED = `some of ${PARTNER_ROLES.join(', ')}, with commas`;

interface Options extends ChangeOptions {
  email: string;
  name: string;
  roles: PartnerRole[];
}

export function addInvite(partner: Command): void {
  defineAct(partner, {
    name: 'invite <partner>',
    description:
      'ask for somebody of a partner to be let in to the portal; when a second person confirms it, there is a link',
    notes: [
      'For the first owner of a partner, or for another one when nobody there gets in any more: owners invite everybody else themselves,\n' +
        'at the portal. Needs VEZNE_PORTAL_URL.',
    ],
    examples: [
      'vezne partner invite Acme --email ayse@acme.example --name "Ayşe Işık" --roles owner --as mehmet',
    ],
  })
    .requiredOption('--email <address>', 'what the person signs in with')
    .requiredOption('--name <name>', 'the name that others read')
    .option('--roles <roles>', NAMED, partnerRoles, ['owner'] satisfies PartnerRole[])
    .action(
      action(async (nameOrId: string, options: Options) => {
        const { email, name, roles } = options;
        await asInviter(options, async (context) => {
          const invited = await invitePartnerPerson(context, { partner: nameOrId, email, name, roles });
          printPerformed(options, invited, invitedPartnerPerson);
        });
      }),
    );
}

function partnerRoles(text: string): PartnerRole[] {
  const names = text.split(',').map((part) => part.trim());
  return names.map((name) => {
    const role = PARTNER_ROLES.find((one) => one === name);
    if (role === undefined) throw new InvalidArgumentError(`Name ${NAMED}.`);
    return role;
  });
}

/** The link is shown this once. */
export function invitedPartnerPerson({ partner, person, roles, enrolment }: InvitedPartnerPerson): Told {
  const { handle: email, name } = person;
  return {
    values: plainValues({ partner, email, name, roles, enrolment }),
    lines: [
      `${email} (${name}) is invited to ${partner.name} as ${roles.join(', ')}.`,
      `Give this link to ${name} and to nobody else: whoever opens it first is ${email} from then on. It works once, until ${timeText(enrolment.expiresAt)}.`,
      `  ${enrolment.link}`,
    ],
  };
}
