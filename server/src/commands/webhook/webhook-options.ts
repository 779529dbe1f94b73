import { EVENT_TYPES } from '@vezne/domain/transaction-state';
import { readBaseConfig } from '../../config/process.ts';
import { fromEventId } from '../../ids.ts';
import { isUuid } from '../../db/uuid.ts';
import { CommandError } from '../command-error.ts';

/** The endpoint id in the examples. */
export const SAMPLE_ENDPOINT = '01a1dd77-49b3-71dc-a9fa-aad6ed7069c5';
export const SAMPLE_EVENT = 'evt_01a1dd767afd796686b19bbb71a47833';

export const EVENTS_NOTE = `Events: ${EVENT_TYPES.join(', ')}.`;

/** Whether addresses may be private and plain http: only on a developer's machine. */
export function mayBePrivate(): boolean {
  return readBaseConfig().environment === 'development';
}

/** Names separated by commas. The use case knows the valid ones. */
export function eventNames(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** The uuid of an event, given as evt_… or as a uuid. */
export function eventIdOf(text: string): string {
  const id = fromEventId(text.toLowerCase()) ?? text.toLowerCase();
  if (isUuid(id)) return id;
  throw new CommandError(
    `"${text}" is not the id of an event. Write evt_ and 32 digits, as vezne webhook deliveries shows it, or a uuid.`,
  );
}
