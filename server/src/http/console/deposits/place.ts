/** Where a page of the deposit queue ends. Held ones come last, so a place says in which turn it is. */
import type { QueuePlace } from '../../../db/read/desk/queue.ts';
import { noPlace, readWaitingPlace, writeWaitingPlace } from '../queue-place.ts';

const TURN = /^(held|waiting)_(.*)$/;

export function writePlace({ isHeld, ...place }: QueuePlace): string {
  return `${isHeld ? 'held' : 'waiting'}_${writeWaitingPlace(place)}`;
}

export function readPlace(text: string): QueuePlace {
  const [, turn, place] = TURN.exec(text) ?? [];
  if (place === undefined) throw noPlace();
  return { isHeld: turn === 'held', ...readWaitingPlace(place) };
}
