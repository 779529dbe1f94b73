/** Each event came at least once and as it is, and nothing came of an event that is not there. */
import type { Line, WebhookLine } from './client-log.ts';
import type { Finding } from './findings.ts';
import type { DatabaseRows, EventRow } from './rows.ts';

export function checkWebhooks(
  lines: readonly Line[],
  { events, toldPartnerId }: Pick<DatabaseRows, 'events' | 'toldPartnerId'>,
): Finding[] {
  const webhooks = lines.filter((line) => line.kind === 'webhook');
  const came = new Map<string, WebhookLine>();
  for (const line of webhooks) if (!came.has(line.eventId)) came.set(line.eventId, line);
  const due = new Map(
    events.filter(({ partnerId }) => partnerId === toldPartnerId).map((event) => [event.eventId, event]),
  );
  return [
    ...[...due.values()]
      .filter(({ eventId }) => !came.has(eventId))
      .map(({ eventId, occurredAt }): Finding => ({
        kind: 'webhooksMissing',
        at: occurredAt,
        what: `${eventId} never came`,
      })),
    ...[...came.values()]
      .filter(({ eventId }) => !due.has(eventId))
      .map(({ eventId, at }): Finding => ({ kind: 'phantoms', at, what: eventId })),
    ...webhooks.flatMap((line) => checkContent(line, due.get(line.eventId))),
  ];
}

function checkContent({ at, eventId, problem, says }: WebhookLine, event: EventRow | undefined): Finding[] {
  if (problem !== undefined) return [{ kind: 'mistold', at, what: `${eventId}: ${problem}` }];
  if (event === undefined) return [];
  const isSame =
    says?.event === event.type &&
    says.transactionId === event.transactionId &&
    says.reference === event.reference &&
    says.playerAmountCents === event.playerAmountCents;
  return isSame ? [] : [{ kind: 'mistold', at, what: `${eventId}: its webhook has another content` }];
}
