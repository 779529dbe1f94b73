/** People who can't do something any more, seen by what the console answers them. */
import { read } from '../../../harness/console-desk.ts';
import { tokenHashOf } from '../../../../src/keys/session-tokens.ts';
import { insertInvitation } from '../../../harness/portal.ts';
import { asked } from './sample.ts';
import type { Sample } from './sample.ts';

/** Somebody who reads a page for those who read everything. */
const person = (sample: Pick<Sample, 'action' | 'route'>, body: object, closed: string): Sample => ({
  ...sample,
  async prepare({ desk }) {
    const somebody = await desk.operator({ roles: ['finance', 'operator'] });
    const ask = async (): Promise<string> => (await read(somebody.page, '/api/staff')).code ?? 'open';
    return { id: somebody.person.id, body, ...asked(ask, closed) };
  },
});

/** A link that somebody of a partner has. */
const invitation: Sample = {
  action: 'partner_person.withdraw_invitation',
  route: 'withdrawPartnerInvitation',
  async prepare({ desk: { owner, partner } }) {
    const email = 'ece@shop.example';
    const hash = tokenHashOf(await insertInvitation(owner, { partnerId: partner.id, email }));
    const { rows } = await owner.query<{ id: string }>('select id from partner_invitation where email = $1', [
      email,
    ]);
    const ask = async (): Promise<string> => {
      const found = await owner.query('select from portal_find_invitation($1)', [hash]);
      return found.rowCount === 1 ? 'open' : 'over';
    };
    return { id: partner.id, body: { invitationId: rows[0]?.id }, ...asked(ask, 'over') };
  },
};

export const PEOPLE_SAMPLES: readonly Sample[] = [
  invitation,
  person({ action: 'staff.disable', route: 'disableStaff' }, {}, 'session_ended'),
  person({ action: 'staff.end_sessions', route: 'endStaffSessions' }, {}, 'session_ended'),
  person({ action: 'staff.set_roles', route: 'setStaffRoles' }, { roles: ['operator'] }, 'session_ended'),
];
