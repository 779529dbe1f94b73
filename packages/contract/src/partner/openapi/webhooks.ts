import { EVENT_TYPES } from '@vezne/domain/transaction-state';
import type { EventType } from '@vezne/domain/transaction-state';
import { partnerEvent } from '../events.ts';
import { EVENT_EXAMPLES, TEST_EVENT_EXAMPLE } from '../examples.ts';
import { TEST_EVENT_NAME, testEvent } from '../test-event.ts';
import type { OpenApiDocument, Reference, Schema, WebhookOperation } from './document.ts';
import { referenceTo } from './schemas.ts';

const SUMMARIES: Readonly<Record<EventType, string>> = {
  'deposit.approved': 'The money of a deposit has arrived: credit the player.',
  'deposit.rejected': 'A deposit ended without money: credit nothing.',
  'withdrawal.approved': 'A withdrawal was paid out.',
  'withdrawal.rejected': 'A withdrawal was not paid out, or came back: refund the player.',
  'deposit.corrected': 'An approval was wrong: these amounts replace those of the approval.',
};

const DESCRIPTION = `Signed as Standard Webhooks says. The signature is the HMAC-SHA256 of \`webhook-id\`, \`webhook-timestamp\` and the raw body, joined with single dots. Its key is what the base64 after \`whsec_\` of your endpoint's secret stands for. Compare it in constant time, and refuse a timestamp that is more than 300 seconds from your clock.

The same event may come several times: go by \`eventId\` to handle it once. Ignore events and fields that you don't know.`;

/** The headers of every webhook. A test compares them with what is sent. */
const PARAMETERS: WebhookOperation['parameters'] = [
  header(
    'webhook-id',
    'The id of the event. Every attempt and every replay of one event has the same.',
    'evt_01a1de9f31f07a5c8e07d2b46c91f358',
  ),
  header('webhook-timestamp', 'When this attempt was signed: Unix time in whole seconds.', '1794736338'),
  header(
    'webhook-signature',
    'One or more signatures, with spaces between them: `v1,` and base64. One that is right is enough; while a secret is replaced there are two.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
  header('X-Svc-Event-Id', 'The same as `webhook-id`.', 'evt_01a1de9f31f07a5c8e07d2b46c91f358'),
];

/** What we send, by the name of the event. */
export function webhooks(): OpenApiDocument['webhooks'] {
  return {
    ...Object.fromEntries(EVENT_TYPES.map((event) => [event, { post: webhookOf(event) }])),
    [TEST_EVENT_NAME]: { post: webhookOfTest() },
  };
}

function webhookOf(event: EventType): WebhookOperation {
  return webhook({
    event,
    summary: SUMMARIES[event],
    description: DESCRIPTION,
    schema: { allOf: [referenceTo(partnerEvent), { properties: { event: { const: event } } }] },
    example: EVENT_EXAMPLES[event],
    otherwise: 'You do not have it, and it is sent again. So it is when no response comes within 15 seconds.',
  });
}

function webhookOfTest(): WebhookOperation {
  return webhook({
    event: TEST_EVENT_NAME,
    summary: 'A test of your endpoint, which you ask for: do nothing.',
    description: `It is signed like every webhook, is about no transaction, and has neither \`type\`, \`status\`, \`externalReference\` nor \`playerAmountCents\`. Answer 200 and credit nothing. \`GET /v1/events\` does not have it.\n\n${DESCRIPTION}`,
    schema: referenceTo(testEvent),
    example: TEST_EVENT_EXAMPLE,
    otherwise: 'The test has failed. It is not sent again.',
  });
}

function webhook({
  event,
  summary,
  description,
  schema,
  example,
  otherwise,
}: {
  event: string;
  summary: string;
  description: string;
  schema: Schema | Reference;
  example: unknown;
  /** What any status but 2XX means. */
  otherwise: string;
}): WebhookOperation {
  return {
    operationId: `on${event.replace(/(?:^|\.)[a-z]/g, (start) => start.replace('.', '').toUpperCase())}`,
    summary,
    description,
    tags: ['Webhooks'],
    security: [],
    parameters: PARAMETERS,
    requestBody: {
      required: true,
      description: 'The event. Verify its raw bytes before you parse them.',
      content: { 'application/json': { schema, examples: { event: { value: example } } } },
    },
    responses: {
      '2XX': { description: 'You have it, whatever the body says.' },
      default: { description: otherwise },
    },
  };
}

function header(name: string, description: string, example: string) {
  return {
    name,
    in: 'header' as const,
    required: true,
    description,
    schema: { type: 'string' as const },
    example,
  };
}
