import type { WebhookTestFinding } from '../../usecases/webhooks/test-finding.ts';

const SIGNATURE_CHECK = 'its check of the signature failed: another secret, or a body that was parsed before';

function whatItNeeds(endpointId: string): string {
  return `The receiver needs the raw bytes and the secret of this endpoint; see how old it is with: vezne webhook show ${endpointId}`;
}

/** What to look at, for each finding of a test. */
export const FINDING_TEXTS: Readonly<Record<WebhookTestFinding, (endpointId: string) => string>> = {
  // The SDK answers a test before it touches the shop's database, and a receiver that checks nothing answers 200, too.
  taken: () =>
    'It is reached, and takes a signed event. Whether it checks the signature and can process a real event is not tested.',
  broken_off: () => 'The answer began well and broke off. Let the receiver end its answer before it closes.',
  bad_request: (id) => `Most likely ${SIGNATURE_CHECK}. If not, its own log says why. ${whatItNeeds(id)}`,
  signature_refused: (id) => `Most likely ${SIGNATURE_CHECK}. ${whatItNeeds(id)}`,
  forbidden: (id) =>
    `Perhaps ${SIGNATURE_CHECK}. Or something before the receiver forbids it: a firewall, a check of addresses, or a token ` +
    `that it expects; webhooks are known by their signature alone. ${whatItNeeds(id)}`,
  not_found: (id) =>
    `Nothing answers at this path. Compare it with the receiver's; to change it: vezne webhook set ${id} --url ADDRESS`,
  wrong_method: () => 'The receiver takes no POST at this path. Webhooks are sent with POST.',
  too_large: () => 'The receiver allows only bodies that are smaller than a webhook. Allow at least 64 KB.',
  wrong_type: () => 'The receiver does not take application/json. Webhooks are JSON.',
  too_many_requests: () =>
    'The receiver limits how often it is called. Let it take webhooks without that limit.',
  refused: () => 'The receiver does not take it. Its own log says why; the beginning of its answer is above.',
  redirect: (id) =>
    `It redirects, and redirects are not followed. Set the address it leads to: vezne webhook set ${id} --url ADDRESS`,
  receiver_failed: () =>
    'The receiver failed. Its own log says why. It must answer 200 to events that it does not know.',
  receiver_away: () => 'A proxy answers, and the receiver behind it does not. Is it running?',
  odd_status: () => 'This status says nothing. Answer 200 when the event is taken.',
  name_not_resolved: () =>
    'The name of its host has no address in the DNS. Check how it is spelled, and its records.',
  connection_refused: () =>
    'Its host refuses the connection: nothing listens at this port, or a firewall closes it.',
  connection_reset: () => 'The connection was closed before an answer came. Does the receiver crash?',
  unreachable: () => 'There is no way to its host from the worker: a network or a firewall in between.',
  certificate_not_trusted: () =>
    'Its certificate is not trusted: expired, for another name, self-signed, or sent without the ones between.',
  tls_failed: () => 'No TLS connection came about. Does this port speak https, with TLS 1.2 or newer?',
  timeout: () =>
    'It did not answer in time. Let it store the event, answer 200 and do the work after that; or a firewall drops the connection.',
  malformed_answer: () => 'What came back is no HTTP answer. Does this port speak another protocol?',
  address_refused: (id) =>
    `Its address is not allowed: it must be a public one, with https. To change it: vezne webhook set ${id} --url ADDRESS`,
  endpoint_not_active: (id) =>
    `It was paused or disabled before the test could be sent. See it with: vezne webhook show ${id}`,
  secret_unreadable: () =>
    'The worker can not open the secret of the endpoint, so nothing can be signed. See its keys with: vezne keys usage',
  failed: () =>
    'It failed in a way that has no name here. The log of the receiver, and of the worker, may say more.',
};
