import type { PartnerDetail } from '@vezne/contract/console/partners';
import type { TermsVersion } from '@vezne/contract/console/partner-terms';
import type { Terms } from '@vezne/domain/commission';
import { ZERO_CENTS } from '@vezne/domain/money';
import { TRANSACTION_TYPES } from '@vezne/domain/transaction-state';
import type { TransactionType } from '@vezne/domain/transaction-state';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { classNames } from '../../../shared/ui/class-names.ts';
import { Box } from '../../../shared/ui/page.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import { useRateText } from '../desk/rate-text.ts';
import { wire } from '../desk/wire.ts';
import { useSignedIn } from '../session/session.ts';
import { Calculator } from './calculator.tsx';
import styles from './partners.module.css';
import { TermsDialog } from './terms-dialog.tsx';
import { usePartnerTerms } from './use-partners.ts';

/** What the partner pays now, what comes, what was, and a calculator beside it. */
export function TermsTab({ partner }: { partner: PartnerDetail }) {
  const { data, error, refetch } = usePartnerTerms(partner.id);
  if (data === undefined)
    return (
      <div className={styles.whole}>
        {error === null ? (
          <SkeletonRows rows={6} />
        ) : (
          <Failed code={codeOf(error)} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
        )}
      </div>
    );
  const inForce = {
    deposit: termsInForce(data.versions, 'deposit'),
    withdrawal: termsInForce(data.versions, 'withdrawal'),
  };
  return (
    <>
      <Versions partner={partner} versions={data.versions} inForce={inForce} />
      <Calculator inForce={inForce} />
    </>
  );
}

function termsInForce(versions: readonly TermsVersion[], direction: TransactionType): Terms {
  const found = versions.find((one) => one.direction === direction && one.state === 'in_force');
  // Every partner has terms for both from its first day.
  return found === undefined
    ? { basisPoints: 0, fixedCents: ZERO_CENTS, mode: 'deduct_from_amount' }
    : { ...found, fixedCents: wire(found.fixedCents) };
}

function Versions({
  partner,
  versions,
  inForce,
}: {
  partner: PartnerDetail;
  versions: readonly TermsVersion[];
  inForce: Readonly<Record<TransactionType, Terms>>;
}) {
  const { t } = useTranslation();
  const { permissions } = useSignedIn();
  const [open, setOpen] = useState<TransactionType | null>(null);
  const mayAsk = permissions.includes('ask_change');
  return (
    <Box
      title={t('partners.terms.title')}
      span={7}
      isFlush
      aside={
        mayAsk
          ? TRANSACTION_TYPES.map((direction) => (
              <Button
                key={direction}
                size="small"
                icon="edit"
                aria-label={t('partners.terms.change_of', {
                  direction: t(`partners.terms.directions.${direction}`),
                })}
                onClick={() => setOpen(direction)}
              >
                {t(`partners.terms.directions.${direction}`)}
              </Button>
            ))
          : undefined
      }
    >
      <div className={styles.scroll}>
        <table className={classNames(styles.table, styles.cards)}>
          <thead>
            <tr>
              <th scope="col">{t('partners.terms.direction')}</th>
              <th scope="col" className={styles.number}>
                {t('partners.terms.rate')}
              </th>
              <th scope="col">{t('partners.terms.mode')}</th>
              <th scope="col">{t('partners.terms.state')}</th>
              <th scope="col">{t('partners.terms.who')}</th>
            </tr>
          </thead>
          <tbody>
            {versions.map((version) => (
              <Version key={`${version.direction} ${version.version}`} version={version} />
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.foot}>{mayAsk ? t('partners.terms.by_two') : t('administration.may_not')}</p>
      {open !== null && (
        <TermsDialog
          key={open}
          partner={partner}
          direction={open}
          inForce={inForce[open]}
          hasPlan={versions.some(({ direction, state }) => direction === open && state === 'to_come')}
          onClose={() => setOpen(null)}
        />
      )}
    </Box>
  );
}

const LOOKS = {
  in_force: { tone: 'approved', icon: 'check-ring' },
  to_come: { tone: 'waiting', icon: 'clock' },
  past: { tone: 'quiet', icon: 'minus-ring' },
  replaced: { tone: 'quiet', icon: 'ban' },
} as const;

function Version({ version }: { version: TermsVersion }) {
  const { t } = useTranslation();
  const rate = useRateText(version);
  const { state, askedBy, createdBy } = version;
  const isOver = state === 'past' || state === 'replaced';
  return (
    <tr className={isOver ? styles.quiet : undefined}>
      <th scope="row">
        {t(`partners.terms.directions.${version.direction}`)}{' '}
        <span className={styles.quiet}>{t('partners.terms.version', { version: version.version })}</span>
      </th>
      <td className={styles.number}>{state === 'in_force' ? <b>{rate}</b> : rate}</td>
      <td>{t(`partners.terms.modes_short.${version.mode}`)}</td>
      <td>
        <Badge {...LOOKS[state]}>{t(`partners.terms.states.${state}`)}</Badge>{' '}
        <Time at={new Date(version.from)} only="moment" />
      </td>
      <td className={styles.quiet}>
        {askedBy === null
          ? createdBy
          : t('partners.terms.asked_and_confirmed', { asked: askedBy, confirmed: createdBy })}
      </td>
    </tr>
  );
}
