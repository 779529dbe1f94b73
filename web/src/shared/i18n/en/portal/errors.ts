import type { errors as turkish } from '../../tr/portal/errors.ts';
import { signInErrors } from '../sign-in-errors.ts';

export const errors: typeof turkish = {
  errors: {
    ...signInErrors,
    unavailable: 'We can’t answer right now. Nothing has changed; try again shortly.',
    credentials_wrong: 'The e-mail address or password is wrong.',
    enrolment_missed:
      'The second step wasn’t set up in time. Ask the owner of your account for a new invitation.',
    origin_refused: 'The request didn’t come from the portal. Reload the page.',
    enrolment_invalid: 'This invitation is invalid, used or expired. Ask whoever invited you for a new one.',
    email_taken: 'Somebody signs in with this address already. Use another address.',
    last_owner: 'The only owner can’t be removed. Invite somebody else as an owner first.',
    too_many_invitations: 'You have invited many people today. Try again tomorrow.',
    month_not_closed: 'This month isn’t closed yet, or it has no statement. Until then choose a period.',
    day_to_come: 'A statement ends with today at the latest. Choose an earlier day.',
    too_many_statements:
      'Too many statements are being made, or were asked for today. Wait until they are ready, or try again tomorrow.',
    statement_not_ready: 'This statement has no file yet.',
    too_many_credentials: 'You can have ten live keys at most. Revoke one that isn’t used first.',
    not_ready: 'We can’t make keys right now. Try again in a minute.',
    network_request_open: 'A request for networks waits already. It has to be answered first.',
    too_many_networks: 'The list is too long. Remove some networks, or write to us if you need more.',
    own_request: 'You can’t confirm or decline your own request.',
    not_own_request: 'Only the person who asked can take it back.',
    request_over: 'This request is no longer valid. Reload the page.',
    endpoint_disabled: 'We have switched this address off. Write to us to have it enabled.',
    endpoint_not_active: 'No test is sent to a paused address.',
    webhook_test_open: 'A test is under way already.',
    webhook_tests_too_often: 'You have sent many tests within a minute. Wait a little.',
    no_worker_alive: 'Nothing is sent at the moment. Try again in a minute.',
    event_not_resendable: 'This event can’t be sent again; it comes by itself when it is its turn.',
  },
};
