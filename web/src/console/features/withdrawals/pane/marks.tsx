import { Checkbox } from '@mantine/core';
import type { PayoutDetail } from '@vezne/contract/console/withdrawals';
import type { PayoutMark } from '@vezne/domain/payout-marks';
import { useTranslation } from 'react-i18next';
import { writtenMoment } from '../../../../shared/i18n/age.ts';
import { useLanguage } from '../../../../shared/i18n/use-language.ts';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { NameDiff } from '../../../../shared/ui/name-diff.tsx';
import { useNow } from '../../../../shared/ui/use-now.ts';
import styles from '../../desk/pane.module.css';
import own from '../withdrawals.module.css';
import { OtherPayouts } from './evidence.tsx';

/** What must be read before the next step, each with its tick inside. */
export function Marks({
  payout,
  ticked,
  fieldId,
  canTick,
  onTick,
}: {
  payout: PayoutDetail;
  ticked: ReadonlySet<PayoutMark>;
  fieldId: (mark: PayoutMark) => string;
  /** Whether this person is about to do the step that needs them. */
  canTick: boolean;
  onTick: (mark: PayoutMark, isOn: boolean) => void;
}) {
  const { t } = useTranslation();
  const values = {
    partner: payout.partner.name,
    player: payout.customer.fullName,
    holder: payout.payee.holderName,
  };
  // The holder's name stands beside the player's own, so it comes first.
  const marks = payout.marks.toSorted(
    (a, b) => Number(b === 'another_holder') - Number(a === 'another_holder'),
  );
  return marks.map((mark) => (
    <section key={mark} className={styles.amber}>
      <h3 className={styles.amberTitle}>
        <Icon name="warning" />
        {t(`withdrawals.mark.${mark}`)}
      </h3>
      {mark === 'another_holder' ? (
        <NameDiff
          player={payout.customer.fullName}
          sender={payout.payee.holderName}
          label={t('withdrawals.holder')}
        />
      ) : (
        <p className={styles.consequence}>{t(`withdrawals.mark.${mark}_text`, values)}</p>
      )}
      {mark === 'iban_of_other_players' && <OtherPayouts others={payout.sameIban} withPlayer />}
      {mark === 'iban_changed' && payout.lastPayout !== null && <OtherPayouts others={[payout.lastPayout]} />}
      {canTick && (
        <Checkbox
          id={fieldId(mark)}
          className={own.tick ?? ''}
          size="xs"
          label={t(`withdrawals.mark.${mark}_tick`, values)}
          checked={ticked.has(mark)}
          onChange={(event) => onTick(mark, event.currentTarget.checked)}
        />
      )}
    </section>
  ));
}

/** What was read before, in short, once the money may be sent. */
export function MarksRead({ payout }: { payout: PayoutDetail }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  if (payout.marks.length === 0) return null;
  return (
    <section className={styles.amber}>
      {payout.marks.map((mark) => {
        const read = payout.marksRead.findLast((each) => each.mark === mark);
        return (
          <p key={mark} className={styles.warning}>
            <Icon name="warning" />
            <span>
              <b>{t(`withdrawals.mark.${mark}`)}:</b>{' '}
              {mark === 'another_holder' && `${payout.payee.holderName} · ${payout.customer.fullName}; `}
              {read !== undefined &&
                t('withdrawals.mark.read_by', {
                  name: read.by,
                  time: writtenMoment(new Date(read.at), now, language),
                })}
            </span>
          </p>
        );
      })}
    </section>
  );
}
