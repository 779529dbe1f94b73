import assert from 'node:assert/strict';
import { RESPONSE_EXAMPLES } from '@vezne/contract/partner/examples';
import { WebhookVerificationError } from '@vezne/sdk/webhooks/errors';
import type { WebhookProblem } from '@vezne/sdk/webhooks/errors';
import { signedWebhookHeaders } from '@vezne/sdk/webhooks/signature';
import type { WebhookEvent } from '@vezne/sdk/webhooks/verify';

/** Made up for tests. */
export const SECRET = 'whsec_dGhpcnR5LXR3byBieXRlcyBvZiBhIHNlY3JldCE=';
export const OTHER_SECRET = 'whsec_YW5vdGhlciBzZWNyZXQgb2YgMzIgYnl0ZXMhISE=';

const [example = assert.fail('The contract shows no event.')] = RESPONSE_EXAMPLES.listEvents.events;
export const EVENT: WebhookEvent = example;
export const BODY: string = JSON.stringify(EVENT);

export function anEvent(number: number): WebhookEvent {
  return { ...EVENT, eventId: `evt_${number.toString(16).padStart(32, '0')}` };
}

/** What the service sends for the event. */
export function asSent(
  event: WebhookEvent = EVENT,
  { secrets = SECRET, nowMs }: { secrets?: string | string[]; nowMs?: number } = {},
): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify(event);
  const headers = signedWebhookHeaders({
    id: event.eventId,
    body,
    secrets,
    ...(nowMs !== undefined && { nowMs }),
  });
  return { headers: { 'content-type': 'application/json', ...headers }, body };
}

export async function deliver(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
): Promise<{ status: number; answer: Record<string, unknown> }> {
  const response = await fetch(url, { method: 'POST', headers, body });
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}

/** The error of a failed verification. */
export function problemOf(verification: () => unknown): WebhookVerificationError {
  try {
    verification();
  } catch (error) {
    assert.ok(error instanceof WebhookVerificationError, String(error));
    return error;
  }
  return assert.fail('it was accepted');
}

export function assertProblem(verification: () => unknown, code: WebhookProblem, message: RegExp): void {
  const problem = problemOf(verification);
  assert.equal(problem.code, code, problem.message);
  assert.match(problem.message, message);
}
