import { useQuery } from '@tanstack/react-query';
import { getAuditChain } from '@vezne/contract/console/audit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import type { ApiOutput } from '../../../shared/api/api.ts';
import { writtenMoment } from '../../../shared/i18n/age.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import type { Tone } from '../../../shared/ui/badge.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Facts } from '../../../shared/ui/facts.tsx';
import type { IconName } from '../../../shared/ui/icon-paths.ts';
import { Copy, Identifier } from '../../../shared/ui/identifiers.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { useNow } from '../../../shared/ui/use-now.ts';
import { Bone } from '../../../shared/ui/void.tsx';
import { useIsPhone } from '../desk/use-narrow.ts';
import page from '../desk/desk.module.css';
import styles from './audit.module.css';

type Chain = ApiOutput<typeof getAuditChain>;
type State = 'proven' | 'intact' | 'broken' | 'never';

const LOOKS: Readonly<Record<State, { tone: Tone; icon: IconName }>> = {
  proven: { tone: 'approved', icon: 'check-ring' },
  intact: { tone: 'quiet', icon: 'info' },
  broken: { tone: 'rejected', icon: 'warning' },
  never: { tone: 'waiting', icon: 'clock' },
};

const LOOK_EVERY_MS = 60_000;

/** What was said of the chain last; a press shows all of it, with the command that verifies it. */
export function ChainState() {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const isPhone = useIsPhone();
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useQuery({
    queryKey: ['audit-chain'],
    queryFn: async ({ signal }) => await api(getAuditChain, {}, { signal }),
    refetchInterval: LOOK_EVERY_MS,
  });
  if (data === undefined) return <Bone width={120} />;
  const said = data.lastVerification;
  const state: State = said?.result ?? 'never';
  const time = writtenMoment(new Date(said?.upTo ?? said?.at ?? now), now, language);
  const text = t(`audit.chain.${state}`, { time });
  return (
    <>
      <button type="button" className={styles.chain} title={text} onClick={() => setIsOpen(true)}>
        <Badge {...LOOKS[state]}>{isPhone ? t('audit.chain.short') : text}</Badge>
      </button>
      <Dialog title={t('audit.chain.title')} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <ChainFacts chain={data} />
      </Dialog>
    </>
  );
}

function ChainFacts({ chain }: { chain: Chain }) {
  const { t } = useTranslation();
  const { lastSeal, unsealed, lastVerification: said, command } = chain;
  return (
    <div className={styles.chainFacts}>
      <Facts
        facts={[
          [
            t('audit.chain.last_seal'),
            lastSeal === null ? (
              t('audit.chain.none')
            ) : (
              <>
                {t('audit.chain.seal', { no: lastSeal.no })} · <Time at={new Date(lastSeal.sealedAt)} />
              </>
            ),
          ],
          ...(lastSeal === null
            ? []
            : [[t('audit.hash'), <Identifier key="hash" id={lastSeal.hash} />] as const]),
          [t('audit.chain.unsealed'), t('audit.chain.unsealed_count', { count: unsealed.count })],
          [
            t('audit.chain.verified'),
            said === null ? (
              t('audit.chain.nobody')
            ) : (
              <>
                {said.by} · <Time at={new Date(said.at)} />
              </>
            ),
          ],
          ...(said === null
            ? []
            : [[t('audit.chain.result'), said.problem ?? t(`audit.chain.results.${said.result}`)] as const]),
        ]}
      />
      <p className={page.second}>{t('audit.chain.word')}</p>
      <Command command={command} />
    </div>
  );
}

function Command({ command }: { command: string }) {
  const { t } = useTranslation();
  return (
    <p className={styles.command}>
      <code>{command}</code>
      <Copy text={command} label={t('audit.chain.copy')} />
    </p>
  );
}
