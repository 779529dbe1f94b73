/** What one text can be among a partner's transactions. */
import { foldName } from '@vezne/domain/names';
import { searchAims } from '@vezne/domain/search-kind';
import type { SearchAim } from '@vezne/domain/search-kind';
import type { PartnerScope } from '../../db/partner-scope.ts';
import {
  findIdsOfCode,
  findIdsOfPlayers,
  findIdsOfReference,
  findPlayers,
} from '../../db/read/portal/searched-ids.ts';
import { findIdsOfAmounts, keepFitting } from '../../db/read/portal/transaction-ids.ts';
import type { FoundIds, TransactionFilter } from '../../db/read/portal/transaction-ids.ts';
import { timeOfId } from '../../ids.ts';

interface Search {
  text: string;
  filter: TransactionFilter;
  wanted: number;
  now: Date;
}

/** The newest of all that the text can mean. */
export async function searchIds(
  scope: PartnerScope,
  { text, filter, wanted, now }: Search,
): Promise<FoundIds & { hasMorePlayers: boolean }> {
  const aims = searchAims(text);
  const exact = await exactIds(scope, aims);
  const players = await ofPlayers(scope, aims, { text, filter, wanted, now });
  const ofAmount = await ofAmounts(scope, aims, { filter, wanted });
  const fitting = await keepFitting(scope, [...exact, ...players.ids], filter);
  const newest = [...new Set([...fitting, ...ofAmount.ids])].toSorted().toReversed();
  // What lies below where the walk for amounts ended comes when it goes on: other kinds must not run ahead of it.
  const { lookedDownTo } = ofAmount;
  const ids = lookedDownTo === undefined ? newest : newest.filter((id) => id >= lookedDownTo);
  const isCut = ids.length >= wanted;
  return {
    ids: ids.slice(0, wanted),
    ...(isCut ? {} : { lookedDownTo }),
    hasMorePlayers: players.hasMore,
  };
}

/** What is found by a whole id, reference or code: a handful. */
async function exactIds(scope: PartnerScope, aims: readonly SearchAim[]): Promise<string[]> {
  const ids: string[] = [];
  for (const aim of aims) {
    if (aim.kind === 'id') ids.push(aim.id);
    if (aim.kind === 'reference') ids.push(...(await findIdsOfReference(scope, aim.reference)));
    if (aim.kind === 'code' && aim.code !== null) ids.push(...(await findIdsOfCode(scope, aim.code)));
  }
  return ids;
}

async function ofPlayers(
  scope: PartnerScope,
  aims: readonly SearchAim[],
  { text, filter, wanted, now }: Search,
): Promise<{ ids: string[]; hasMore: boolean }> {
  const typed = aims.find(({ kind }) => kind === 'player_id');
  if (typed?.kind !== 'player_id') return { ids: [], hasMore: false };
  const { players, hasMore } = await findPlayers(scope, { id: typed.customerId, folded: foldName(text) });
  const days = players.map(({ firstDay }) => firstDay);
  const ids = await findIdsOfPlayers(
    scope,
    {
      // A player who came a moment ago has no name yet, and is found by the whole id.
      customerIds: [...new Set([typed.customerId, ...players.map(({ customerId }) => customerId)])],
      firstDay: days.length === 0 ? null : Math.min(...days),
    },
    { filter, until: earlier(now, filter.before), wanted },
  );
  return { ids, hasMore };
}

/** Days after the last that a page can have are not looked at. */
function earlier(now: Date, before: string | undefined): Date {
  const cursor = before === undefined ? now : timeOfId(before);
  return cursor < now ? cursor : now;
}

async function ofAmounts(
  scope: PartnerScope,
  aims: readonly SearchAim[],
  { filter, wanted }: Pick<Search, 'filter' | 'wanted'>,
): Promise<FoundIds> {
  const typed = aims.find(({ kind }) => kind === 'amount');
  if (typed?.kind !== 'amount') return { ids: [] };
  return await findIdsOfAmounts(scope, filter, { wanted, amounts: typed.amounts });
}
