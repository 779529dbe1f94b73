import type { TableRules } from './configuration-rules.ts';
import {
  webhookAttemptRow,
  webhookDeliveryRow,
  webhookEndpointRow,
  webhookSecretRow,
} from './webhook-rows.ts';

const NOWHERE = '00000000-0000-4000-8000-000000000000';

const ENDPOINT_RULES: TableRules = {
  table: 'webhook_endpoint',
  validRow: webhookEndpointRow,
  refused: [
    ['ids are unique', 'webhook_endpoint_pkey', (w) => ({ id: w.webhooks.endpoint['id'] })],
    ['it belongs to a partner', 'webhook_endpoint_partner_id_fkey', { partner_id: NOWHERE }],
    [
      'a partner has an address once',
      'webhook_endpoint_url_key',
      (w) => ({ url: w.webhooks.endpoint['url'] }),
    ],
    ['an address is of the web', 'webhook_endpoint_url', { url: 'ftp://shop.example/hooks' }],
    ['an address has no spaces', 'webhook_endpoint_url', { url: 'https://shop.example/my hooks' }],
    [
      'an address fits in 2048',
      'webhook_endpoint_url',
      { url: `https://shop.example/${'a'.repeat(2048 - 20)}` },
    ],
    ['it wants to hear of something', 'webhook_endpoint_event_types', { event_types: [] }],
    [
      'it wants to hear of what there is',
      'webhook_endpoint_event_types',
      { event_types: ['deposit.approved', 'deposit.forgotten'] },
    ],
    ['it is in a known state', 'webhook_endpoint_status', { status: 'broken' }],
    ['events are counted from zero', 'webhook_endpoint_last_feed_no', { last_feed_no: -1n }],
    ['whoever adds it is named', 'webhook_endpoint_created_by_check', { created_by: '' }],
  ],
};

const SECRET_RULES: TableRules = {
  table: 'webhook_secret',
  validRow: (w) => webhookSecretRow(w.webhooks),
  refused: [
    ['ids are unique', 'webhook_secret_pkey', (w) => ({ id: w.webhooks.secret['id'] })],
    ['it belongs to an endpoint', 'webhook_secret_endpoint_id_fkey', { endpoint_id: NOWHERE }],
    [
      'a secret is never kept in the open',
      'webhook_secret_sealed',
      { secret_sealed: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
    ],
    [
      'what is sealed is as long as a secret',
      'webhook_secret_sealed',
      { secret_sealed: ['a', 'b', 'c', 'd'.repeat(42), 'e'].join('.') },
    ],
    ['keys count from one', 'webhook_secret_key_version_check', { key_version: 0 }],
    ['whoever makes it is named', 'webhook_secret_created_by_check', { created_by: '' }],
  ],
};

const DELIVERY_RULES: TableRules = {
  table: 'webhook_delivery',
  validRow: (w) => webhookDeliveryRow({ endpoint: w.webhooks.spareEndpoint, event: w.event }),
  refused: [
    [
      'an event goes to an endpoint once',
      'webhook_delivery_pkey',
      (w) => ({ endpoint_id: w.webhooks.endpoint['id'] }),
    ],
    ['it goes to an endpoint', 'webhook_delivery_endpoint_id_fkey', { endpoint_id: NOWHERE }],
    ['it tells of an event', 'webhook_delivery_event_id_fkey', { event_id: NOWHERE }],
    ['nothing is dropped', 'webhook_delivery_state', { state: 'dropped' }],
    ['tries are counted from zero', 'webhook_delivery_attempts', { attempts: -1, schedule_from: -1 }],
    ['a schedule begins at a try that was made', 'webhook_delivery_attempts', { schedule_from: 1 }],
    ['what is delivered has a time', 'webhook_delivery_delivered_at', { state: 'delivered' }],
    ['what is not has none', 'webhook_delivery_delivered_at', { delivered_at: new Date() }],
  ],
};

const ATTEMPT_RULES: TableRules = {
  table: 'webhook_attempt',
  validRow: (w) => webhookAttemptRow(w.webhooks),
  refused: [
    [
      'a try is never overwritten',
      'webhook_attempt_pkey',
      (w) => ({ attempt_no: w.webhooks.attempt['attempt_no'] }),
    ],
    [
      'a try is of a delivery',
      'webhook_attempt_delivery',
      (w) => ({ endpoint_id: w.webhooks.spareEndpoint['id'], event_id: NOWHERE }),
    ],
    ['tries count from one', 'webhook_attempt_no', { attempt_no: 0 }],
    ['no try ends before it begins', 'webhook_attempt_duration', { duration_ms: -1 }],
    ['a status has three digits', 'webhook_attempt_status_code', { status_code: 99 }],
    ['a try has an outcome', 'webhook_attempt_outcome', { status_code: null }],
    ['a problem is told shortly', 'webhook_attempt_texts', { error: 'e'.repeat(257) }],
    ['only the beginning of an answer is kept', 'webhook_attempt_texts', { answer_start: 'a'.repeat(1025) }],
  ],
};

export const WEBHOOK_RULES: readonly TableRules[] = [
  ENDPOINT_RULES,
  SECRET_RULES,
  DELIVERY_RULES,
  ATTEMPT_RULES,
];
