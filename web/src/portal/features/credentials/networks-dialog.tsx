import { useQueryClient } from '@tanstack/react-query';
import { mostNetworks, setNetworks } from '@vezne/contract/portal/networks';
import { isNetwork, isNetworkOpened, meantNetwork } from '@vezne/domain/networks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { codeOf } from '../../../shared/api/api-error.ts';
import { Note } from '../../../shared/ui/note.tsx';
import { TextAreaField } from '../../../shared/ui/text-area-field.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { useAct } from '../../parts/use-act.ts';
import { NETWORKS_KEY } from './use-keys.ts';

/** The whole list, a line for each. Says before it is pressed whether a second person has to agree. */
export function NetworksDialog({
  networks,
  ownAddress,
  onClose,
}: {
  networks: readonly string[];
  ownAddress: string;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const toast = useToast();
  const [text, setText] = useState(networks.join('\n'));
  const [isWrong, setIsWrong] = useState(false);
  const { run, isBusy, problem } = useAct();
  const typed = [...new Set(text.split(/[\s,;]+/).filter((line) => line !== ''))];
  const isSame = typed.length === networks.length && typed.every((one) => networks.includes(one));
  const most = mostNetworks(networks.length);
  const isTooMany = typed.length > most;
  const takesTwo = isNetworkOpened(networks, typed);
  const act = takesTwo ? t('credentials.ask_networks') : t('credentials.save_networks');
  /** Names the line, and the network that it was probably to be. */
  const wrongText = (): string => {
    const line = typed.find((one) => !isNetwork(one));
    if (line === undefined) return t('credentials.networks_wrong');
    const network = meantNetwork(line);
    return network === undefined
      ? t('credentials.network_wrong', { line })
      : t('credentials.network_meant', { line, network });
  };
  return (
    <ActDialog
      title={t('credentials.change_networks')}
      act={act}
      isReady={!isSame && !isTooMany}
      isBusy={isBusy}
      problem={isWrong ? undefined : problem}
      onAct={() => {
        setIsWrong(false);
        void run(act, async () => {
          try {
            const { outcome } = await api(setNetworks, { body: { networks: typed } });
            await client.invalidateQueries({ queryKey: NETWORKS_KEY });
            const isDone = outcome === 'done';
            toast({
              text: isDone ? t('credentials.networks_saved') : t('credentials.networks_asked'),
              icon: 'check',
            });
            onClose();
          } catch (error) {
            if (codeOf(error) === 'invalid_request') setIsWrong(true);
            throw error;
          }
        });
      }}
      onClose={onClose}
    >
      <TextAreaField
        label={t('credentials.networks_label')}
        help={t('credentials.networks_help', { address: ownAddress })}
        problem={
          isTooMany ? t('credentials.networks_many', { count: most }) : isWrong ? wrongText() : undefined
        }
        value={text}
        onText={(next) => {
          setText(next);
          setIsWrong(false);
        }}
        hasFocus
      />
      {takesTwo && !isSame && (
        <Note tone="waiting" icon="people">
          {typed.length === 0 ? t('credentials.none_takes_two') : t('credentials.takes_two')}
        </Note>
      )}
      {!takesTwo && !isSame && <Note tone="waiting">{t('credentials.narrows')}</Note>}
    </ActDialog>
  );
}
