/** Where a page of what was given up ends, as a text that a page hands back. */
import type { ParkedPlace } from '../../../db/read/webhooks/undelivered.ts';
import { ConsoleError } from '../console-error.ts';
import { isMoment } from '../moment.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const PLACE = new RegExp(String.raw`^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_(${UUID})_(${UUID})$`);

export function writePlace({ at, endpointId, eventId }: ParkedPlace): string {
  return `${at}_${endpointId}_${eventId}`;
}

export function readPlace(text: string): ParkedPlace {
  const [, at, endpointId, eventId] = PLACE.exec(text) ?? [];
  if (at === undefined || endpointId === undefined || eventId === undefined || !isMoment(at))
    throw new ConsoleError('invalid_request', {
      fields: [{ path: 'after', problem: 'is no place in the list' }],
    });
  return { at, endpointId, eventId };
}
