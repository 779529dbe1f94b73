import type { OtherPayout, PayoutDetail } from '@vezne/contract/console/withdrawals';
import { ZERO_CENTS, addCents, negateCents } from '@vezne/domain/money';
import { displayAmount } from '@vezne/domain/written';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { writtenDuration, writtenMoment } from '../../../../shared/i18n/age.ts';
import { useLanguage } from '../../../../shared/i18n/use-language.ts';
import { StateBadge } from '../../../../shared/ui/badge.tsx';
import { TextButton } from '../../../../shared/ui/button.tsx';
import { classNames } from '../../../../shared/ui/class-names.ts';
import { Diff } from '../../../../shared/ui/diff.tsx';
import type { Difference } from '../../../../shared/ui/difference.ts';
import { Facts } from '../../../../shared/ui/facts.tsx';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { Iban, MaskedIban } from '../../../../shared/ui/identifiers.tsx';
import { Money } from '../../../../shared/ui/money.tsx';
import { Note } from '../../../../shared/ui/note.tsx';
import { SumList } from '../../../../shared/ui/sum.tsx';
import { Time } from '../../../../shared/ui/time.tsx';
import { useNow } from '../../../../shared/ui/use-now.ts';
import styles from '../../desk/pane.module.css';
import { useRateText } from '../../desk/rate-text.ts';
import { shortBank } from '../../desk/short-bank.ts';
import { accountName } from '../../desk/use-accounts.ts';
import { wire } from '../../desk/wire.ts';
import { isForSecond } from './acts.ts';
import { TARGET_MINUTES } from '../queue/payout-columns.tsx';
import own from '../withdrawals.module.css';

interface Of {
  payout: PayoutDetail;
}

/** Whole only if the server sent it whole, and where there is room for it. */
export function PayeeIban({ payout: { payee }, isShort = false }: Of & { isShort?: boolean }) {
  const together = payee.iban.replaceAll(/\s/g, '');
  return payee.isWhole && !isShort ? (
    <Iban iban={payee.iban} />
  ) : (
    <MaskedIban start={together.slice(0, 4)} end={together.slice(-4)} />
  );
}

/** It changed under the reader's eyes. */
export function Changes({ differences, onRead }: { differences: readonly Difference[]; onRead: () => void }) {
  const { t } = useTranslation();
  if (differences.length === 0) return null;
  return (
    <section className={styles.amber} role="alert">
      <h3 className={styles.amberTitle}>
        <Icon name="swap" />
        {t('withdrawals.changed_title')}
        <span className={own.titleAside}>
          <TextButton onClick={onRead}>{t('withdrawals.changed_read')}</TextButton>
        </span>
      </h3>
      <p className={styles.consequence}>{t('withdrawals.changed_text')}</p>
      <Diff differences={differences} />
    </section>
  );
}

/** Whose payout it is, where it goes, and how long it has waited. */
export function Who({ payout }: Of) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const { customer, partner, waitingSince, status, payee } = payout;
  const seconds = waitingSince === null ? 0 : (now.getTime() - Date.parse(waitingSince)) / 1_000;
  const tone =
    seconds >= TARGET_MINUTES * 60 ? styles.late : seconds >= TARGET_MINUTES * 30 ? styles.soon : '';
  return (
    <section className={styles.who}>
      <p>
        <b>{customer.fullName}</b>
        <span className={styles.second}>{`${customer.username} · ${partner.name}`}</span>
        {status === 'waiting_confirmation' && waitingSince !== null && (
          <b className={classNames(styles.push, tone)}>
            {t('desk.waits', { duration: writtenDuration(Math.max(seconds, 60), language) })}
          </b>
        )}
      </p>
      <p className={own.payeeLine}>
        <Icon name="arrow" size={14} />
        <span>{payee.bankName}</span>
        <span title={payee.holderName}>{payee.holderName}</span>
        <span className={styles.push}>
          <PayeeIban payout={payout} isShort />
        </span>
      </p>
    </section>
  );
}

export function Blocked({ payout: { isBlocked } }: Of) {
  const { t } = useTranslation();
  if (!isBlocked) return null;
  return (
    <section>
      <Note tone="rejected" icon="ban" title={t('withdrawals.blocked')}>
        {t('withdrawals.blocked_text')}
      </Note>
    </section>
  );
}

export function OpenRequest({ payout: { openRequest } }: Of) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  if (openRequest === null) return null;
  const time = writtenMoment(new Date(openRequest.askedAt), now, language);
  const known = (['authorise', 'return_payout', 'correct'] as const).find(
    (act) => openRequest.action === `withdrawal.${act}`,
  );
  return (
    <section>
      <Note tone="accent" title={t(`withdrawals.request.${known ?? 'other'}`)}>
        <p>
          {openRequest.isMine
            ? t('desk.asked_by_me', { time })
            : t('desk.asked_by', { name: openRequest.askedBy, time })}
        </p>
        {openRequest.note !== null && <p className={styles.second}>“{openRequest.note}”</p>}
      </Note>
    </section>
  );
}

export function Figures({ payout }: Of) {
  const { t } = useTranslation();
  const rate = useRateText(payout.terms);
  const isOnTop = payout.terms.settlementMode === 'fee_on_top';
  return (
    <section>
      <SumList
        lines={[
          {
            key: 'asked',
            label: t('withdrawals.asked'),
            value: <Money amountCents={wire(payout.amountCents)} />,
          },
          {
            key: 'commission',
            label: t('desk.commission', { rate }),
            note: isOnTop ? t('desk.on_top') : t('desk.deducted'),
            value: <Money amountCents={wire(payout.commissionCents)} />,
          },
          {
            key: 'balance',
            label: t('withdrawals.from_balance', { partner: payout.partner.name }),
            value: <Money amountCents={wire(payout.balanceImpactCents)} isSigned />,
          },
        ]}
        total={{
          label: payout.status === 'approved' ? t('withdrawals.player_got') : t('withdrawals.player_gets'),
          value: <Money amountCents={wire(payout.playerAmountCents)} />,
        }}
      />
    </section>
  );
}

/** What an authorisation rests on: the account that pays, the partner's balance, and whether it takes two. */
export function Authority({ payout }: Of) {
  const { t } = useTranslation();
  const language = useLanguage();
  const personAt = usePersonAt();
  const { cover, partner, partnerBalance, taker, authoriser, twoPeopleReasons, stage } = payout;
  if (taker === null) return null;
  const money = (amount: number): string => displayAmount(wire(amount), language);
  const limit = money(payout.fourEyesCents);
  const after = addCents(wire(partnerBalance.availableCents), wire(payout.balanceImpactCents));
  const balance = [
    t('withdrawals.partner_balance_text', {
      partner: partner.name,
      before: money(partnerBalance.availableCents),
      after: displayAmount(after, language),
    }),
    ...(partnerBalance.creditLineCents > 0
      ? [t('withdrawals.credit_line', { amount: money(partnerBalance.creditLineCents) })]
      : []),
  ].join(' ');
  const isTaken = stage === 'taken';
  const facts: [string, ReactNode][] = [
    [t('withdrawals.took'), personAt(taker)],
    ...(authoriser === null
      ? []
      : [[t('withdrawals.authorised_by'), personAt(authoriser)] as [string, string]]),
  ];
  if (isTaken && cover !== null)
    facts.push([
      t('withdrawals.pays'),
      <span key="pays">
        {t('withdrawals.pays_after', { account: accountName(cover), amount: money(cover.afterCents) })}
        {cover.afterCents < 0 && (
          <span className={own.short}>
            {t('withdrawals.cover_short', {
              amount: displayAmount(negateCents(wire(cover.afterCents)), language),
              tolerance: money(cover.toleranceCents),
            })}
          </span>
        )}
      </span>,
    ]);
  const freeCents = addCents(after, wire(partnerBalance.creditLineCents));
  if (isTaken)
    facts.push([
      t('withdrawals.partner_balance'),
      <span key="balance">
        {balance}
        {/* The authorisation compares it again; whoever asks a second person should know before. */}
        {freeCents < ZERO_CENTS && (
          <span className={own.short}>
            {t('withdrawals.balance_short', { amount: displayAmount(negateCents(freeCents), language) })}
          </span>
        )}
      </span>,
    ]);
  if (isTaken && isForSecond(payout))
    facts.push([
      t('withdrawals.second_person'),
      <span key="two">
        {twoPeopleReasons.map((reason) => t(`desk.two_people.${reason}`, { limit })).join(' ')}{' '}
        <b>{t('withdrawals.second_person_text')}</b>
      </span>,
    ]);
  return (
    <section>
      <h3>{t('withdrawals.authority')}</h3>
      <Facts facts={facts} />
    </section>
  );
}

type Person = NonNullable<PayoutDetail['taker']>;

function usePersonAt(): (person: Person) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  return ({ name, at, isMe }) => {
    if (at === null) return name;
    const time = writtenMoment(new Date(at), now, language);
    return isMe ? t('withdrawals.you_at', { name, time }) : t('withdrawals.person_at', { name, time });
  };
}

/** Where the money goes, as far as it may be seen. */
export function Payee({ payout }: Of) {
  const { t } = useTranslation();
  const { payee, stage } = payout;
  return (
    <section>
      <h3>
        {t('withdrawals.payee')}
        {!payee.isWhole && stage !== null && (
          <span className={own.titleAside}>
            {stage === 'authorised' ? t('withdrawals.iban_taker') : t('withdrawals.iban_later')}
          </span>
        )}
      </h3>
      <Facts
        facts={[
          [t('desk.bank'), payee.bankName],
          [t('withdrawals.holder'), <b key="holder">{payee.holderName}</b>],
          [t('withdrawals.iban'), <PayeeIban key="iban" payout={payout} />],
        ]}
      />
    </section>
  );
}

/** Another payout of this player with the same amount, so that nothing is paid twice. */
export function SameAmount({ payout: { sameAmountToday } }: Of) {
  const { t } = useTranslation();
  if (sameAmountToday.length === 0) return null;
  return (
    <section className={styles.amber}>
      <h3 className={styles.amberTitle}>
        <Icon name="warning" />
        {t('withdrawals.same_amount_today')}
      </h3>
      <p className={styles.consequence}>{t('withdrawals.same_amount_today_text')}</p>
      <OtherPayouts others={sameAmountToday} />
    </section>
  );
}

/** What this player was paid before. */
export function PlayerHistory({ payout: { id, customer, player } }: Of) {
  const { t } = useTranslation();
  const others = player.latest.filter((other) => other.id !== id);
  return (
    <section>
      <h3>
        {`${customer.username} · `}
        {t('withdrawals.history', {
          count: player.payouts,
          approved: player.approved,
          rejected: player.rejected,
        })}
      </h3>
      {others.length === 0 ? (
        <p className={styles.second}>{t('withdrawals.first_payout')}</p>
      ) : (
        <OtherPayouts others={others} />
      )}
    </section>
  );
}

/** Other payouts, each a way to it. `withPlayer`: of other players. */
export function OtherPayouts({
  others,
  withPlayer = false,
}: {
  others: readonly OtherPayout[];
  withPlayer?: boolean;
}) {
  const { t } = useTranslation();
  const { search } = useLocation();
  return (
    <table className={classNames(styles.mini, own.others)}>
      <tbody>
        {others.map((other) => (
          <tr key={other.id}>
            <td>
              <Time at={new Date(other.createdAt)} only="moment" />
            </td>
            {withPlayer && (
              <td className={own.cut} title={`${other.customerFullName} · ${other.partnerName}`}>
                {other.customerFullName}
              </td>
            )}
            <td className={styles.figure}>
              <Link to={`/withdrawals/${other.id}${search}`}>
                <Money amountCents={wire(other.amountCents)} />
              </Link>
            </td>
            <td className={styles.bareBadge}>
              <StateBadge state={other.status === 'approved' ? 'paid' : other.status} />
            </td>
            {!withPlayer && (
              <td className={styles.second}>
                {other.reasonCode === null
                  ? `${shortBank(other.payoutBankName)} •• ${other.ibanLastFour}`
                  : t(`desk.reason_short.${other.reasonCode}`)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
