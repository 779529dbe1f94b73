import { useMutation, useQueryClient } from '@tanstack/react-query';
import { downloadStatement } from '@vezne/contract/portal/statements';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../../shared/api/api-error.ts';
import { addressOf, fetchFile } from '../../../shared/api/api.ts';
import { useProblemText } from '../../../shared/session/use-problem.ts';
import { saveFile } from '../../../shared/ui/save-file.ts';
import { LIST_KEY } from './use-statements.ts';

export const fileAddress = (id: string): string => addressOf(downloadStatement.path, { id });

/** Takes files away, and says why one was not given. */
export function useTake(): {
  take: (id: string) => void;
  isTaking: (id: string) => boolean;
  problem: string | undefined;
} {
  const { t } = useTranslation();
  const client = useQueryClient();
  const problemText = useProblemText();
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: async (id: string) => {
      const { content, name } = await fetchFile(fileAddress(id));
      saveFile(content, name);
    },
    // The list is older than what was refused: it shows what there is now.
    onError: async (refusal) => {
      if (codeOf(refusal) === 'not_found') await client.invalidateQueries({ queryKey: LIST_KEY });
    },
  });
  const textOf = (refusal: Error): string => {
    const code = codeOf(refusal);
    return code === 'not_found' || code === 'overloaded'
      ? t(`statements.not_given.${code}`)
      : problemText(refusal);
  };
  return {
    take: (id) => mutate(id),
    isTaking: (id) => isPending && variables === id,
    problem: error === null ? undefined : textOf(error),
  };
}
