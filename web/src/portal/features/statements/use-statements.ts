import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  askStatement,
  getStatement,
  getStatementMonth,
  getUsage,
  listStatements,
} from '@vezne/contract/portal/statements';
import type { StatementFormat } from '@vezne/domain/partner-statement';
import type { Language } from '@vezne/domain/written';
import { api } from '../../../shared/api/api.ts';
import type { ApiInput, ApiOutput } from '../../../shared/api/api.ts';

export type StatementList = ApiOutput<typeof listStatements>;
export type StatementFile = StatementList['files'][number];
export type WholeMonth = ApiOutput<typeof getStatementMonth>;
export type UsagePoint = ApiOutput<typeof getUsage>['points'][number];

/** What a file is wanted of. */
export type Wish = { of: 'month'; month: string } | { of: 'period'; from: string; to: string };

export const LIST_KEY = ['statements'] as const;
/** As the contract says, while a file is being made. */
const LOOK_AGAIN_MS = 2_000;

export function useStatements() {
  return useQuery({
    queryKey: LIST_KEY,
    queryFn: async ({ signal }) => await api(listStatements, {}, { signal }),
  });
}

/** The files of the list as they are by now: each that waited is asked for until it is there. */
export function useFiles(listed: readonly StatementFile[]): readonly StatementFile[] {
  const looked = useQueries({
    queries: listed
      .filter(({ state }) => state === 'waiting')
      .map(({ id }) => ({
        queryKey: ['statement', id],
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          await api(getStatement, { params: { id } }, { signal }),
        refetchInterval: ({ state: { data } }: { state: { data: { file: StatementFile } | undefined } }) =>
          data === undefined || data.file.state === 'waiting' ? LOOK_AGAIN_MS : false,
      })),
  });
  const newer = new Map(
    looked.flatMap(({ data }) => (data === undefined ? [] : [[data.file.id, data.file]])),
  );
  return listed.map((file) => newer.get(file.id) ?? file);
}

/** Asks for a file. The list has it at once, and its state follows. */
export function useAsk() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ wish, ...looks }: { wish: Wish; language: Language; format: StatementFormat }) =>
      await api(askStatement, { body: { ...wish, ...looks } }),
    onSuccess: ({ file }) =>
      client.setQueryData<StatementList>(
        LIST_KEY,
        (before) =>
          before && { ...before, files: [file, ...before.files.filter(({ id }) => id !== file.id)] },
      ),
  });
}

const monthQuery = (month: string) => ({
  queryKey: ['statement-month', month],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    await api(getStatementMonth, { query: { month } }, { signal }),
});

export function useMonth(month: string) {
  return useQuery(monthQuery(month));
}

export function useMonths(months: readonly string[]) {
  return useQueries({ queries: months.map(monthQuery) });
}

type AskedUsage = NonNullable<ApiInput<typeof getUsage>['query']>;

export function useUsage(asked: AskedUsage) {
  return useQuery({
    queryKey: ['usage', asked],
    queryFn: async ({ signal }) => await api(getUsage, { query: asked }, { signal }),
  });
}
