import type { Permission } from '@vezne/domain/permissions';

/** Refusals that are about people: who they are, what they may, and how they come and go. */
export interface PeopleRefusals {
  /** None of the person's roles allows it. */
  not_permitted: { permission: Permission | 'signed_in' };
  /** The person has to show their second factor again. */
  step_up_required: null;
  /** The person has searched for so many IBANs within a minute. */
  too_many_ibans: { most: number };
  /** Once there are staff, only somebody active among them acts at the command line. */
  not_active_staff: { name: string };
  staff_not_found: { handle: string };
  staff_disabled: { handle: string };
  handle_invalid: { handle: string };
  handle_taken: { handle: string };
  role_unknown: { name: string };
  no_role_named: null;
  /** Somebody signs in to the portal with this address already, at this partner or another. */
  email_taken: null;
  email_invalid: null;
  no_portal_role_named: null;
  /** This process does not know where the portal is. */
  no_portal: null;
  /** Roles can't begin before PostgreSQL's clock. */
  roles_from_past: { from: Date; now: Date };
  /** Until there are two administrators, nobody else is added, and only at the command line. */
  administrators_first: null;
  /** Without an active administrator nobody could ask for people. */
  last_administrator: null;
  /** Whoever asked is disabled by now, or was never one of the staff. */
  asker_not_active: { requestId: string };
  /** Whoever asked has lost the role for it since. */
  asker_not_permitted: { requestId: string };
}
