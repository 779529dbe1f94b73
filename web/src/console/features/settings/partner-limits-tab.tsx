import type { PartnerLimitsShown } from '@vezne/contract/console/settings';
import { displayAmount } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { writtenDuration } from '../../../shared/i18n/age.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { ButtonLink } from '../../../shared/ui/button.tsx';
import { Facts } from '../../../shared/ui/facts.tsx';
import { Box, Quiet } from '../../../shared/ui/page.tsx';
import { Empty, Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import { wire } from '../desk/wire.ts';
import { usePartnerLimits } from './use-settings.ts';

/** Partners that are held to something of their own, each with only that. They are changed at the partner. */
export function PartnerLimitsTab() {
  const { t } = useTranslation();
  const { data, error, isPending, refetch } = usePartnerLimits();
  return (
    <>
      <div style={{ gridColumn: '1 / -1' }}>
        {isPending && <SkeletonRows rows={8} />}
        {data === undefined && error !== null && (
          <Failed code={codeOf(error)} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
        )}
        {data?.partners.length === 0 && (
          <Empty icon="partner" title={t('settings.no_own_limits')}>
            {t('settings.no_own_limits_text')}
          </Empty>
        )}
        {data !== undefined && data.partners.length > 0 && <Quiet>{t('settings.own_limits_text')}</Quiet>}
      </div>
      {data?.partners.map((limits) => (
        <Partner key={limits.partner.id} limits={limits} />
      ))}
    </>
  );
}

function Partner({ limits }: { limits: PartnerLimitsShown }) {
  const { t } = useTranslation();
  const { id, name } = limits.partner;
  return (
    <Box
      title={name}
      aside={
        <ButtonLink to={`/partners/${id}/limits`} size="small">
          {t('settings.open_partner')}
        </ButtonLink>
      }
      span={6}
    >
      <Facts areFigures facts={useOwnLimits(limits)} />
    </Box>
  );
}

/** Only what is set. */
function useOwnLimits(limits: PartnerLimitsShown): (readonly [name: string, value: string])[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const money = (amount: number | null): string | null =>
    amount === null ? null : displayAmount(wire(amount), language);
  const count = (number: number | null): string | null => (number === null ? null : String(number));
  const { depositExpirySeconds: seconds } = limits;
  const all: (readonly [name: string, value: string | null])[] = [
    [t('settings.fields.deposit_min'), money(limits.depositMinCents)],
    [t('settings.fields.deposit_max'), money(limits.depositMaxCents)],
    [t('settings.fields.withdrawal_min'), money(limits.withdrawalMinCents)],
    [t('settings.fields.withdrawal_max'), money(limits.withdrawalMaxCents)],
    [t('settings.fields.player_day_deposit_count'), count(limits.playerDayDepositCount)],
    [t('settings.fields.player_day_deposit'), money(limits.playerDayDepositCents)],
    [t('settings.fields.player_day_withdrawal_count'), count(limits.playerDayWithdrawalCount)],
    [t('settings.fields.player_day_withdrawal'), money(limits.playerDayWithdrawalCents)],
    [
      t('settings.fields.refuse_other_holders'),
      limits.refuseOtherHolders ? t('settings.other_holders_refused') : null,
    ],
    [t('settings.fields.deposit_expiry'), seconds === null ? null : writtenDuration(seconds, language)],
  ];
  return all.filter((fact): fact is readonly [string, string] => fact[1] !== null);
}
