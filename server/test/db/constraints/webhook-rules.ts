import type { TableRules } from './configuration-rules.ts';
import {
  livingProcessRow,
  webhookAttemptRow,
  webhookDeliveryRow,
  webhookEndpointRow,
  webhookSecretRow,
  webhookTestRow,
} from '../rows/webhook-rows.ts';

const NOWHERE = '00000000-0000-4000-8000-000000000000';

const ENDPOINT_RULES: TableRules = {
  table: 'webhook_endpoint',
  validRow: webhookEndpointRow,
  refused: [
    ['ids are unique', 'webhook_endpoint_pkey', (w) => ({ id: w.webhooks.endpoint['id'] })],
    ['it belongs to a partner', 'webhook_endpoint_partner_id_fkey', { partner_id: NOWHERE }],
    [
      'a partner uses an address once',
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
    ['it asks for at least one event', 'webhook_endpoint_event_types', { event_types: [] }],
    [
      'it asks only for events that exist',
      'webhook_endpoint_event_types',
      { event_types: ['deposit.approved', 'deposit.forgotten'] },
    ],
    ['it is in a known state', 'webhook_endpoint_status', { status: 'broken' }],
    ['events are counted from zero', 'webhook_endpoint_last_feed_no', { last_feed_no: -1n }],
    ['it names the person who added it', 'webhook_endpoint_created_by_check', { created_by: '' }],
  ],
};

const SECRET_RULES: TableRules = {
  table: 'webhook_secret',
  validRow: (w) => webhookSecretRow(w.webhooks),
  refused: [
    ['ids are unique', 'webhook_secret_pkey', (w) => ({ id: w.webhooks.secret['id'] })],
    ['it belongs to an endpoint', 'webhook_secret_endpoint_id_fkey', { endpoint_id: NOWHERE }],
    [
      'a secret is never stored in plain text',
      'webhook_secret_sealed',
      { secret_sealed: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
    ],
    [
      'the sealed value has the length of a secret',
      'webhook_secret_sealed',
      { secret_sealed: ['a', 'b', 'c', 'd'.repeat(42), 'e'].join('.') },
    ],
    ['keys count from one', 'webhook_secret_key_version_check', { key_version: 0 }],
    ['it names the person who made it', 'webhook_secret_created_by_check', { created_by: '' }],
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
    ['it belongs to an event', 'webhook_delivery_event_id_fkey', { event_id: NOWHERE }],
    ['nothing is dropped', 'webhook_delivery_state', { state: 'dropped' }],
    ['attempts are counted from zero', 'webhook_delivery_attempts', { attempts: -1, schedule_from: -1 }],
    ['attempts can be counted on', 'webhook_delivery_most_attempts', { attempts: 1_000_000_001 }],
    ['a schedule begins at an existing attempt', 'webhook_delivery_attempts', { schedule_from: 1 }],
    ['a delivered event has a time', 'webhook_delivery_delivered_at', { state: 'delivered' }],
    ['an undelivered event has no time', 'webhook_delivery_delivered_at', { delivered_at: new Date() }],
  ],
};

const ATTEMPT_RULES: TableRules = {
  table: 'webhook_attempt',
  validRow: (w) => webhookAttemptRow(w.webhooks),
  refused: [
    [
      'an attempt is never overwritten',
      'webhook_attempt_pkey',
      (w) => ({ attempt_no: w.webhooks.attempt['attempt_no'] }),
    ],
    ['attempts count from one', 'webhook_attempt_no', { attempt_no: 0 }],
    ['no attempt ends before it begins', 'webhook_attempt_duration', { duration_ms: -1 }],
    ['a status has three digits', 'webhook_attempt_status_code', { status_code: 99 }],
    ['an attempt has an outcome', 'webhook_attempt_outcome', { status_code: null }],
    ['an error text is short', 'webhook_attempt_texts', { error: 'e'.repeat(257) }],
    [
      'only the beginning of an answer is stored',
      'webhook_attempt_texts',
      { answer_start: 'a'.repeat(1025) },
    ],
  ],
};

const LIVING_PROCESS_RULES: TableRules = {
  table: 'living_process',
  validRow: livingProcessRow,
  refused: [
    [
      'no process has the name of another',
      'living_process_pkey',
      (w) => ({ id: w.webhooks.livingProcess['id'] }),
    ],
    ['it is of a known kind', 'living_process_kind', { kind: 'api' }],
  ],
};

const ENDED = { taken_at: new Date(), ended_at: new Date(), duration_ms: 12, status_code: 200 };

const TEST_RULES: TableRules = {
  table: 'webhook_test',
  validRow: (w) => ({ ...webhookTestRow({ endpoint: w.webhooks.spareEndpoint }), ...ENDED }),
  refused: [
    ['ids are unique', 'webhook_test_pkey', (w) => ({ id: w.webhooks.test['id'] })],
    ['it tests an endpoint', 'webhook_test_endpoint_id_fkey', { endpoint_id: NOWHERE }],
    [
      'an endpoint is tested once at a time',
      'webhook_test_open',
      (w) => webhookTestRow({ endpoint: w.webhooks.endpoint }),
    ],
    ['it names who asked', 'webhook_test_asked_by', { asked_by: '' }],
    ['only what was taken has ended', 'webhook_test_taken', { taken_at: null }],
    ['what ended took some time', 'webhook_test_outcome', { duration_ms: null }],
    ['what ended has an outcome', 'webhook_test_outcome', { status_code: null }],
    ['what has not ended has none', 'webhook_test_outcome', { ended_at: null }],
    ['nothing ends before it begins', 'webhook_test_duration', { duration_ms: -1 }],
    ['a status has three digits', 'webhook_test_status_code', { status_code: 99 }],
    ['an error text is short', 'webhook_test_texts', { error: 'e'.repeat(257) }],
    ['only the beginning of an answer is stored', 'webhook_test_texts', { answer_start: 'a'.repeat(1025) }],
  ],
};

export const WEBHOOK_RULES: readonly TableRules[] = [
  ENDPOINT_RULES,
  SECRET_RULES,
  DELIVERY_RULES,
  ATTEMPT_RULES,
  LIVING_PROCESS_RULES,
  TEST_RULES,
];
