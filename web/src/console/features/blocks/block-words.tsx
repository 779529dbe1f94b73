import type { BlockRow } from '@vezne/contract/console/blocks';
import { displayTime } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';
import { writtenMoment } from '../../../shared/i18n/age.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { RowBadge } from '../../../shared/ui/badge.tsx';
import { MaskedIban } from '../../../shared/ui/identifiers.tsx';
import { useNow } from '../../../shared/ui/use-now.ts';

/** Who is blocked: a player by the partner's number, or an IBAN as far as anybody sees it here. */
export function Party({ block }: { block: Pick<BlockRow, 'iban' | 'customerId'> }) {
  const { t } = useTranslation();
  const { iban, customerId } = block;
  if (iban === null) return t('blocks.player', { id: customerId ?? '' });
  const signs = iban.replaceAll(' ', '');
  return <MaskedIban start={signs.slice(0, 4)} end={signs.slice(-4)} />;
}

export function BlockBadge({
  block: { state, isRemovalAsked },
  isShort = false,
}: {
  block: BlockRow;
  isShort?: boolean;
}) {
  const { t } = useTranslation();
  const isAsked = state === 'live' && isRemovalAsked;
  const text = isAsked ? t('blocks.removal_asked') : t(`blocks.states.${state}`);
  const looks = {
    asked: { tone: 'accent', icon: 'people' },
    live: { tone: 'rejected', icon: 'ban' },
    expired: { tone: 'quiet', icon: 'clock' },
    removed: { tone: 'quiet', icon: 'check-ring' },
  } as const;
  return <RowBadge {...looks[isAsked ? 'asked' : state]} text={text} isShort={isShort} />;
}

/** When it ends or has ended. */
export function Until({ block: { state, until, endedAt } }: { block: BlockRow }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const at = state === 'removed' ? endedAt : until;
  if (at === null) return t('blocks.forever');
  const time = new Date(at);
  return (
    <time dateTime={at} title={displayTime(time, language)}>
      {writtenMoment(time, now, language)}
    </time>
  );
}
