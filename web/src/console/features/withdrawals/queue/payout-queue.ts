import { PAYOUT_GROUPS, getPayoutRows, listPayouts } from '@vezne/contract/console/withdrawals';
import type { PayoutGroup, WaitingPayout } from '@vezne/contract/console/withdrawals';
import { useMemo } from 'react';
import { api } from '../../../../shared/api/api.ts';
import type { ApiOutput } from '../../../../shared/api/api.ts';
import { isWithinCommon } from '../../desk/address.ts';
import type { CommonFilters } from '../../desk/address.ts';
import { useQueue } from '../../desk/queue.ts';
import type { Queue, QueuePage } from '../../desk/queue.ts';
import { wire } from '../../desk/wire.ts';

/** A row, and the group where the reader found it. Whatever a colleague does to it, it stays there until the reader acts. */
export interface PlacedPayout extends WaitingPayout {
  placed: PayoutGroup;
}

export type GroupSums = Readonly<Record<PayoutGroup, { count: number; sumCents: number }>>;

interface PayoutPage extends QueuePage<PlacedPayout> {
  /** With the first page. */
  sums?: GroupSums;
}

export type PayoutQueue = Queue<PlacedPayout, PayoutPage>;

type Answer = ApiOutput<typeof listPayouts>;
type ReadGroup = (group: PayoutGroup, after?: string) => Promise<Answer>;

export function usePayoutQueue(filters: CommonFilters): PayoutQueue {
  const source = useMemo(() => {
    const reader =
      (signal?: AbortSignal): ReadGroup =>
      async (group, after) =>
        await api(
          listPayouts,
          { query: { ...filters, group, ...(after === undefined ? {} : { after }) } },
          signal === undefined ? {} : { signal },
        );
    return {
      key: ['withdrawals', filters],
      list: async (after: string | undefined, signal?: AbortSignal): Promise<PayoutPage> =>
        after === undefined ? await firstPage(reader(signal)) : await pageBehind(after, reader(signal)),
      readRows: async (ids: readonly string[]): Promise<PlacedPayout[]> =>
        (await api(getPayoutRows, { query: { ids: ids.join(',') } })).payouts.map((row) => ({
          ...row,
          placed: row.group,
        })),
      isWithin: (row: PlacedPayout) =>
        isWithinCommon(filters, {
          partnerId: row.partner.id,
          accountId: row.bankAccount?.id,
          amountCents: wire(row.amountCents),
        }),
      replace: ({ placed }: PlacedPayout, now: PlacedPayout): PlacedPayout => ({ ...now, placed }),
    };
  }, [filters]);
  return useQueue(source);
}

const NOTHING = { count: 0, sumCents: 0 };

/** The groups from the top, as far as the first one that has more than a page. */
async function firstPage(read: ReadGroup): Promise<PayoutPage> {
  const answers = await Promise.all(PAYOUT_GROUPS.map(async (group) => ({ group, ...(await read(group)) })));
  const cut = answers.findIndex(({ next }) => next !== null);
  const shown = cut < 0 ? answers : answers.slice(0, cut + 1);
  const last = shown.at(-1);
  return {
    rows: shown.flatMap(({ group, payouts }) => placedIn(group, payouts)),
    next: cut < 0 || last === undefined ? null : cursorOf(last.group, last.next ?? ''),
    sums: Object.fromEntries(answers.map(({ group, totals }) => [group, totals ?? NOTHING])) as GroupSums,
  };
}

/** The next page of a group, or the first one of the next group that has rows. */
async function pageBehind(cursor: string, read: ReadGroup): Promise<PayoutPage> {
  const [name = '', after = ''] = cursor.split(/:(.*)/s);
  const from = Math.max(
    PAYOUT_GROUPS.findIndex((group) => group === name),
    0,
  );
  for (const [index, group] of PAYOUT_GROUPS.entries()) {
    if (index < from) continue;
    const isFirst = index > from || after === '';
    const { payouts, next } = await read(group, isFirst ? undefined : after);
    const following = PAYOUT_GROUPS[index + 1];
    if (next !== null) return { rows: placedIn(group, payouts), next: cursorOf(group, next) };
    if (payouts.length > 0)
      return {
        rows: placedIn(group, payouts),
        next: following === undefined ? null : cursorOf(following, ''),
      };
  }
  return { rows: [], next: null };
}

function cursorOf(group: PayoutGroup, after: string): string {
  return `${group}:${after}`;
}

function placedIn(group: PayoutGroup, payouts: readonly WaitingPayout[]): PlacedPayout[] {
  return payouts.map((row) => ({ ...row, placed: group }));
}

/** The first that this person can do something about: what is to be sent, what they have, then the oldest that nobody has. */
export function nextOf(
  { rows, gone }: Pick<PayoutQueue, 'rows' | 'gone'>,
  except: ReadonlySet<string>,
): PlacedPayout | undefined {
  return rows.find(
    (row) =>
      !except.has(row.id) &&
      !gone.has(row.id) &&
      !row.hasOpenRequest &&
      (row.taker === null || row.taker.isMe),
  );
}
