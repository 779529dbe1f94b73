import type { DepositDetail, DepositWarning } from '@vezne/contract/console/deposits';
import { compareNames } from '@vezne/domain/names';
import type { TwoPeopleReason } from '@vezne/domain/two-people';
import { displayAmount } from '@vezne/domain/written';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { writtenDuration, writtenMoment } from '../../../../shared/i18n/age.ts';
import { useLanguage } from '../../../../shared/i18n/use-language.ts';
import { StateBadge } from '../../../../shared/ui/badge.tsx';
import { Button } from '../../../../shared/ui/button.tsx';
import { classNames } from '../../../../shared/ui/class-names.ts';
import { Face } from '../../../../shared/ui/face.tsx';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { ReferenceCode } from '../../../../shared/ui/identifiers.tsx';
import { Money } from '../../../../shared/ui/money.tsx';
import { NameDiff } from '../../../../shared/ui/name-diff.tsx';
import { Note } from '../../../../shared/ui/note.tsx';
import { Time } from '../../../../shared/ui/time.tsx';
import { useNow } from '../../../../shared/ui/use-now.ts';
import { accountName } from '../../desk/use-accounts.ts';
import { wire } from '../../desk/wire.ts';
import styles from '../../desk/pane.module.css';
import { TARGET_MINUTES } from '../queue/queue-columns.tsx';
import { ReceiptViewer } from './receipt-viewer.tsx';

interface Of {
  deposit: DepositDetail;
}

/** Somebody else has it open. */
export function Claimed({ deposit: { claim } }: Of) {
  const { t } = useTranslation();
  if (claim === null) return null;
  return (
    <section className={styles.claimed}>
      <Face name={claim.name} isLarge />
      <span>
        <b>{t('deposits.looked_at', { name: claim.name })}</b>
        <br />
        <span className={styles.second}>{t('deposits.looked_at_text')}</span>
      </span>
    </section>
  );
}

/** Whose deposit it is, and how long it has waited. */
export function Who({ deposit: { customer, partner, waitingSince, status, heldUntil, holdReason } }: Of) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const seconds = waitingSince === null ? 0 : (now.getTime() - Date.parse(waitingSince)) / 1_000;
  const isWaiting = status === 'waiting_confirmation' && waitingSince !== null;
  const tone =
    seconds >= TARGET_MINUTES * 60 ? styles.late : seconds >= TARGET_MINUTES * 30 ? styles.soon : '';
  return (
    <section className={styles.who}>
      <p>
        <b>{customer.fullName}</b>
        <span className={styles.second}>{`${customer.username} · ${partner.name}`}</span>
        {isWaiting && (
          <b className={classNames(styles.push, tone)}>
            {t('desk.waits', { duration: writtenDuration(Math.max(seconds, 60), language) })}
          </b>
        )}
      </p>
      {heldUntil !== null && holdReason !== null && new Date(heldUntil) > now && (
        <p className={styles.second}>
          <Icon name="pause" size={14} />
          {t('deposits.held_until', {
            time: writtenMoment(new Date(heldUntil), now, language),
            reason: t(`deposits.hold_reason.${holdReason}`),
          })}
        </p>
      )}
    </section>
  );
}

/** It takes two, which is said before a key is pressed. */
export function TakesTwo({ deposit, reasons }: Of & { reasons: readonly TwoPeopleReason[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const limit = displayAmount(wire(deposit.fourEyesCents), language);
  return (
    <section>
      <Note tone="accent" title={t('deposits.takes_two')}>
        {reasons.map((reason) => t(`desk.two_people.${reason}`, { limit })).join(' ')}{' '}
        {t('deposits.takes_two_text', { partner: deposit.partner.name })}
      </Note>
    </section>
  );
}

/** A request about it waits for a second person. */
export function OpenRequest({ deposit }: Of) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const { openRequest } = deposit;
  if (openRequest === null) return null;
  const time = writtenMoment(new Date(openRequest.askedAt), now, language);
  const isCorrection = openRequest.action === 'deposit.correct';
  const titles = {
    'deposit.approve': t('deposits.asked_title'),
    'deposit.approve_in_bulk': t('deposits.bulk.asked_title'),
    'deposit.correct': t('deposits.correct.asked_title'),
  };
  return (
    <section>
      <Note tone="accent" title={titles[openRequest.action]}>
        <p>
          {openRequest.isMine
            ? t('desk.asked_by_me', { time })
            : t('desk.asked_by', { name: openRequest.askedBy, time })}
        </p>
        {isCorrection && <Wanted deposit={deposit} />}
        {openRequest.note !== null && <p className={styles.second}>“{openRequest.note}”</p>}
        <p>
          <Link to={`/requests/${openRequest.id}`}>{t('requests.to_request')}</Link>
        </p>
      </Note>
    </section>
  );
}

/** What a correction would make of it. */
function Wanted({ deposit: { openRequest, actualAmountCents, amountCents } }: Of) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (openRequest === null) return null;
  const { actualAmountCents: wanted, bankAccount } = openRequest;
  return (
    <>
      {wanted !== null && (
        <p>
          {t('deposits.correct.asked_amount', {
            before: displayAmount(wire(actualAmountCents ?? amountCents), language),
            after: displayAmount(wire(wanted), language),
          })}
        </p>
      )}
      {bankAccount !== null && (
        <p>{t('deposits.correct.asked_account', { account: accountName(bankAccount) })}</p>
      )}
    </>
  );
}

/** Who sent it, and everything that must be read before the money is credited. */
export function Sender({ deposit }: Of) {
  const { t } = useTranslation();
  const sender = deposit.senderDetails?.senderName ?? null;
  const isOther = sender !== null && compareNames(sender, deposit.customer.fullName) === 'different';
  const others = deposit.warnings.filter((warning) => warning !== 'another_sender');
  const names = sender !== null && <NameDiff player={deposit.customer.fullName} sender={sender} />;
  return (
    <>
      {(isOther || others.length > 0) && (
        <section className={styles.amber}>
          {isOther && (
            <>
              <h3 className={styles.amberTitle}>
                <Icon name="warning" />
                {t('deposits.other_sender')}
              </h3>
              {names}
            </>
          )}
          {others.map((warning) => (
            <Warning key={warning} warning={warning} deposit={deposit} />
          ))}
        </section>
      )}
      {sender !== null && !isOther && (
        <section>
          <h3>{t('deposits.sender')}</h3>
          {names}
        </section>
      )}
      <SaidByPlayer deposit={deposit} />
    </>
  );
}

function Warning({ warning, deposit }: Of & { warning: DepositWarning }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const { search } = useLocation();
  const to = (id: string): string => `/deposits/${id}${search}`;
  return (
    <p className={styles.warning}>
      <Icon name={warning === 'moved' ? 'swap' : warning === 'late_money' ? 'clock' : 'warning'} />
      <span>
        <b>{t(`deposits.warning.${warning}`)}</b>{' '}
        {warning === 'same_amount_again' &&
          deposit.twins.map((twin) => (
            <Link key={twin.id} to={to(twin.id)}>
              {`${writtenMoment(new Date(twin.createdAt), now, language)}, ${displayAmount(wire(twin.amountCents), language)}, ${t(`states.${twin.status}`).toLocaleLowerCase(language)}`}
            </Link>
          ))}
        {warning === 'late_money' && deposit.originalTransactionId !== null && (
          <Link to={to(deposit.originalTransactionId)}>{t('deposits.open_original')}</Link>
        )}
        {warning === 'moved' && t('deposits.moved_text')}
      </span>
    </p>
  );
}

/** What the player says of the transfer besides the name. */
function SaidByPlayer({ deposit: { senderDetails } }: Of) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  if (senderDetails === null) return null;
  const { ibanLastFour, sentAt } = senderDetails;
  if (ibanLastFour === null && sentAt === null) return null;
  const parts = [
    ...(ibanLastFour === null ? [] : [t('deposits.said_iban', { iban: ibanLastFour })]),
    ...(sentAt === null
      ? []
      : [t('deposits.said_time', { time: writtenMoment(new Date(sentAt), now, language) })]),
  ];
  return (
    <section className={styles.said}>
      <p>
        <span className={styles.second}>{t('deposits.said')}</span> {parts.join(' · ')}
      </p>
    </section>
  );
}

export function Receipts({ deposit }: Of) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const [shown, setShown] = useState<number | null>(null);
  const { receipts } = deposit;
  if (receipts.length === 0) return null;
  return (
    <section className={styles.receipts}>
      {receipts.map(({ receiptNo, mediaType, bytes, createdAt }) => (
        <div key={receiptNo} className={styles.receipt}>
          <span className={styles.paper}>
            <Icon name={mediaType === 'application/pdf' ? 'document' : 'clip'} size={24} />
          </span>
          <div>
            <b>{t('deposits.receipt', { number: receiptNo, kind: kindOf(mediaType) })}</b>
            <p className={styles.second}>
              {t('deposits.receipt_about', {
                time: writtenMoment(new Date(createdAt), now, language),
                size: sizeOf(bytes),
              })}
            </p>
            <p className={styles.receiptAct}>
              <Button size="small" icon="eye" onClick={() => setShown(receiptNo)}>
                {t('deposits.open_receipt')}
              </Button>
              <span className={styles.tiny}>{t('deposits.looks_are_kept')}</span>
            </p>
          </div>
        </div>
      ))}
      {shown !== null && (
        <ReceiptViewer depositId={deposit.id} receiptNo={shown} onClose={() => setShown(null)} />
      )}
    </section>
  );
}

function kindOf(mediaType: string): string {
  return (mediaType.split('/')[1] ?? mediaType).toUpperCase();
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.max(Math.round(bytes / 1_000), 1)} KB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** What this player did before. */
export function History({ deposit: { id, customer, player } }: Of) {
  const { t } = useTranslation();
  const others = player.latest.filter((other) => other.id !== id);
  return (
    <section>
      <h3>
        {`${customer.username} · `}
        {t('deposits.history', {
          count: player.deposits,
          approved: player.approved,
          rejected: player.rejected,
        })}
      </h3>
      {others.length === 0 && <p className={styles.second}>{t('deposits.first_deposit')}</p>}
      {others.length > 0 && <OtherDeposits others={others} />}
    </section>
  );
}

/** Other deposits, each a way to it. */
export function OtherDeposits({ others }: { others: DepositDetail['twins'] }) {
  const { t } = useTranslation();
  const { search } = useLocation();
  return (
    <table className={styles.mini}>
      <tbody>
        {others.map((other) => (
          <tr key={other.id}>
            <td>
              <Time at={new Date(other.createdAt)} only="moment" />
            </td>
            <td className={styles.figure}>
              <Link to={`/deposits/${other.id}${search}`}>
                <Money amountCents={wire(other.actualAmountCents ?? other.amountCents)} />
              </Link>
            </td>
            <td className={styles.bareBadge}>
              <StateBadge state={other.status} />
            </td>
            <td className={styles.second}>
              {other.reasonCode !== null ? (
                t(`desk.reason_short.${other.reasonCode}`)
              ) : other.referenceCode === null ? null : (
                <ReferenceCode code={other.referenceCode} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
