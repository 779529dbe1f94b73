import type { PartnerDetail, PartnerSettings } from '@vezne/contract/console/partners';
import { displayAmount } from '@vezne/domain/written';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { writtenDuration } from '../../../shared/i18n/age.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Facts } from '../../../shared/ui/facts.tsx';
import { Iban } from '../../../shared/ui/identifiers.tsx';
import { Box, Quiet, Stack } from '../../../shared/ui/page.tsx';
import { wire } from '../desk/wire.ts';
import { useSignedIn } from '../session/session.ts';
import { LimitsDialog } from './limits-dialog.tsx';
import styles from './partners.module.css';
import { SettlementDialog } from './settlement-dialog.tsx';
import { LIMITS, LIMIT_GROUPS } from './typed-limits.ts';
import type { LimitField, LimitGroup } from './typed-limits.ts';

const GROUPS = ['credit', 'deposits', 'withdrawals', 'player_day', 'waiting', 'holders'] as const;

/** How much the partner and each of its players may, and where its balance is paid to. */
export function LimitsTab({ partner, settings }: { partner: PartnerDetail; settings: PartnerSettings }) {
  const { t } = useTranslation();
  const { permissions } = useSignedIn();
  const [open, setOpen] = useState<LimitGroup | 'settlement' | null>(null);
  const mayAsk = permissions.includes('ask_change');
  const written = useWrittenLimit(settings);
  const change = (what: LimitGroup | 'settlement') =>
    mayAsk ? (
      <Button
        size="small"
        icon="edit"
        aria-label={t('partners.change_of', { field: t(`partners.limits.groups.${what}`) })}
        onClick={() => setOpen(what)}
      >
        {t('partners.change')}
      </Button>
    ) : undefined;
  const { settlementAccount } = settings;
  return (
    <>
      {GROUPS.map((group) => (
        <Box key={group} title={t(`partners.limits.groups.${group}`)} aside={change(group)} span={6}>
          <Stack gap={8}>
            <Facts
              areFigures
              facts={LIMIT_GROUPS[group].map((field) => [
                t(`partners.limits.fields.${LIMITS[field].text}`),
                written(field),
              ])}
            />
            <Quiet>{t(`partners.limits.help.${group}`)}</Quiet>
          </Stack>
        </Box>
      ))}
      <Box title={t('partners.limits.groups.settlement')} aside={change('settlement')} span={6}>
        <Stack gap={8}>
          {settlementAccount === null ? (
            <p>{t('partners.settlement.none')}</p>
          ) : (
            <Facts
              facts={[
                [t('partners.settlement.iban'), <Iban key="iban" iban={settlementAccount.iban} />],
                [t('partners.settlement.holder'), settlementAccount.holderName],
              ]}
            />
          )}
          <Quiet>{t('partners.limits.help.settlement')}</Quiet>
        </Stack>
      </Box>
      {!mayAsk && (
        <div className={styles.whole}>
          <Quiet>{t('administration.may_not')}</Quiet>
        </div>
      )}
      {open === 'settlement' && (
        <SettlementDialog partner={partner} account={settlementAccount} onClose={() => setOpen(null)} />
      )}
      {open !== null && open !== 'settlement' && (
        <LimitsDialog
          key={open}
          partner={partner}
          limits={settings}
          group={open}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

/** A limit in words: what is not set says what holds then. */
function useWrittenLimit(settings: PartnerSettings): (field: LimitField) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  return (field) => {
    const value = settings[field];
    const { kind } = LIMITS[field];
    if (typeof value === 'boolean') return value ? t('partners.limits.yes') : t('partners.limits.no');
    if (value === null)
      return field.startsWith('playerDay') ? t('partners.limits.none') : t('partners.limits.platform');
    if (kind === 'count') return String(value);
    if (kind === 'minutes') return writtenDuration(value, language);
    return displayAmount(wire(value), language);
  };
}
