/** Where a page of a queue ends, as a text that a page hands back. */
import { ConsoleError } from './console-error.ts';
import { isMoment } from './moment.ts';

/** The time is exact to the microsecond, which a Date isn't. */
export interface WaitingPlace {
  waitingSince: string;
  id: string;
}

const PLACE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export function writeWaitingPlace({ waitingSince, id }: WaitingPlace): string {
  return `${waitingSince}_${id}`;
}

export function readWaitingPlace(text: string): WaitingPlace {
  const [, waitingSince, id] = PLACE.exec(text) ?? [];
  if (waitingSince === undefined || id === undefined || !isMoment(waitingSince)) throw noPlace();
  return { waitingSince, id };
}

export function noPlace(): ConsoleError {
  return new ConsoleError('invalid_request', {
    fields: [{ path: 'after', problem: 'is no place in the queue' }],
  });
}
