/** Whoever has a whole IBAN learns by a search whether it is a player's. So each search is kept, and nobody can try many. */
import type pg from 'pg';
import type { Person } from '@vezne/domain/actor';
import { maskIban } from '@vezne/domain/iban';
import type { Clock } from '../../clock.ts';
import { insertIbanSearch } from '../../db/write/desk/iban-searches.ts';
import { refuseUnlessMay } from '../may.ts';
import { refused } from '../refusal.ts';

const OPTIONS = { timeoutMs: 5_000 };

/** More than a person copies from a bank's list, and far too few to find an account by trying. */
export const IBANS_A_MINUTE = 30;

const MINUTE_MS = 60_000;

export interface IbanSearches {
  /** Writes it to the audit log before anything is found. The same one again within a minute is the same search. */
  note(actor: Person, iban: string): Promise<void>;
}

export function createIbanSearches({ pool, clock }: { pool: pg.Pool; clock: Clock }): IbanSearches {
  /** When each was noted, by person and IBAN, whole: two that look alike when they are shortened are two. */
  const noted = new Map<string, number>();
  /** A person's searches wait for one another, so that many at once are counted too. */
  const turns = new Map<string, Promise<void>>();
  async function noteOnce(actor: Person, iban: string): Promise<void> {
    const nowMs = clock.monotonicMs();
    for (const [key, atMs] of noted) if (nowMs - atMs >= MINUTE_MS) noted.delete(key);
    const key = `${actor.id} ${iban}`;
    if (noted.has(key)) return;
    const search = { actor, maskedIban: maskIban(iban), mostAMinute: IBANS_A_MINUTE };
    const isNoted = await insertIbanSearch(pool, search, OPTIONS);
    if (!isNoted) throw refused('too_many_ibans', { most: IBANS_A_MINUTE });
    noted.set(key, nowMs);
  }
  return {
    async note(actor, iban) {
      refuseUnlessMay(actor, 'transaction.find_by_iban');
      const before = turns.get(actor.id) ?? Promise.resolve();
      const mine = before.catch(() => undefined).then(async () => await noteOnce(actor, iban));
      turns.set(actor.id, mine);
      try {
        await mine;
      } finally {
        if (turns.get(actor.id) === mine) turns.delete(actor.id);
      }
    },
  };
}
