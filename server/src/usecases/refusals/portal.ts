/** Of people of a partner. */
export interface PortalRefusals {
  /** Somebody signs in with this address already, here or at another partner. Only whoever has the link is told. */
  email_taken: null;
  email_invalid: null;
  /** Each is a letter of ours to an address that somebody typed. */
  too_many_invitations: null;
  /** A partner keeps one owner. */
  last_owner: null;
  person_not_found: null;
  invitation_not_found: null;
  /** A partner has ten live keys at most. */
  too_many_credentials: null;
  /** No api and worker have said yet with what secrets are sealed. */
  no_sealing_key: null;
  credential_not_found: null;
  /** One request for networks at a time. */
  network_request_open: null;
  /** More than fifty, and more than there are. */
  too_many_networks: null;
  network_request_not_found: null;
  /** It was answered, has expired, or the networks changed meanwhile. */
  network_request_over: null;
  /** Somebody else has to. */
  network_request_own: null;
  network_request_not_own: null;
  partner_endpoint_not_found: null;
  /** It comes by itself, or was never for this endpoint. */
  event_not_resendable: null;
  /** It runs, or is to come, or was before the partner. */
  month_not_closed: null;
  day_to_come: null;
  /** Too many wait, or were asked for today. */
  too_many_statements: null;
  statement_not_found: null;
  /** It waits, or could not be made. */
  statement_not_ready: null;
}
