import {
  approvePayout,
  authorisePayout,
  bookMisdirection,
  correctPayout,
  handOverPayout,
  recordPayoutPart,
  rejectPayout,
  releasePayout,
  returnPayout,
  takePayout,
} from '@vezne/contract/console/withdrawal-decisions';
import type { PayoutDetail } from '@vezne/contract/console/withdrawals';
import { formatAmount } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import type { ReasonCode } from '@vezne/domain/transaction-state';
import { displayAmount } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';
import { api } from '../../../../shared/api/api.ts';
import { useLanguage } from '../../../../shared/i18n/use-language.ts';
import type { Decisions, PressResult } from '../../desk/decisions.ts';
import { pressOnce } from '../../desk/press.ts';
import type { Said } from '../../desk/press.ts';
import { wire } from '../../desk/wire.ts';

export interface RejectInput {
  reason: ReasonCode;
  note: string | undefined;
}

export interface ReturnInput {
  arrived: Cents;
  bankAccountId: string | null;
  isPaymentItself: boolean;
}

export interface MisdirectInput {
  amount: Cents;
  bankAccountId: string;
  note: string;
}

/** What was typed of a transfer. */
export interface Sent {
  amountCents: Cents;
  bankReference: string;
  isReferenceUsedBefore: boolean;
}

interface Presses {
  take: (bankAccountId: string) => Promise<PressResult>;
  authorise: (bankBalance: Cents | undefined) => Promise<PressResult>;
  release: () => Promise<PressResult>;
  reject: (input: RejectInput) => Promise<PressResult>;
  part: (sent: Sent) => Promise<PressResult>;
  /** null: it went in parts, which have their own references. */
  approve: (sent: Sent | null) => Promise<PressResult>;
  handOver: () => Promise<PressResult>;
  returnPayout: (input: ReturnInput) => Promise<PressResult>;
  correct: (input: { bankAccountId: string; note: string }) => Promise<PressResult>;
  misdirect: (input: MisdirectInput) => Promise<PressResult>;
}

/** The buttons of a payout as calls. */
export function usePresses(decisions: Decisions, payout: PayoutDetail): Presses {
  const { t } = useTranslation();
  const language = useLanguage();
  const { id, seen, externalReference: name, marks } = payout;
  const params = { id };
  const amount = displayAmount(wire(payout.playerAmountCents), language);
  // No press opens another payout: what comes after "paid" is the receipt of it.
  const press = async (said: Omit<Said, 'goesOn'>): Promise<PressResult> =>
    await pressOnce(decisions, { id, seen, name }, { ...said, goesOn: false });
  const usedBefore = (sent: Sent) =>
    sent.isReferenceUsedBefore ? { isReferenceUsedBefore: true as const } : {};
  const asked = t('withdrawals.made.asked', { name });
  return {
    take: async (bankAccountId) =>
      await press({
        what: t('withdrawals.what.take', { name, amount }),
        send: async (common) =>
          await api(takePayout, { params, body: { ...common, bankAccountId, marksRead: marks } }),
        done: () => t('withdrawals.made.taken', { name }),
      }),
    authorise: async (bankBalance) =>
      await press({
        what: t('withdrawals.what.authorise', { name, amount }),
        send: async (common) =>
          await api(authorisePayout, {
            params,
            body: {
              ...common,
              marksRead: marks,
              ...(bankBalance === undefined ? {} : { bankBalance: formatAmount(bankBalance) }),
            },
          }),
        done: ({ outcome }) => (outcome === 'asked' ? asked : t('withdrawals.made.authorised', { name })),
      }),
    release: async () =>
      await press({
        what: t('withdrawals.what.release', { name }),
        send: async (common) => await api(releasePayout, { params, body: common }),
        done: ({ outcome }) => (outcome === 'asked' ? asked : t('withdrawals.made.released', { name })),
      }),
    reject: async ({ reason, note }) =>
      await press({
        what: t('withdrawals.what.reject', { name }),
        send: async (common) =>
          await api(rejectPayout, {
            params,
            body: { ...common, reason, ...(note === undefined ? {} : { note }) },
          }),
        done: ({ outcome }) => (outcome === 'asked' ? asked : t('withdrawals.made.rejected', { name })),
      }),
    part: async (sent) => {
      const part = displayAmount(sent.amountCents, language);
      return await press({
        what: t('withdrawals.what.part', { name, amount: part }),
        send: async (common) =>
          await api(recordPayoutPart, {
            params,
            body: {
              ...common,
              amount: formatAmount(sent.amountCents),
              bankReference: sent.bankReference,
              ...usedBefore(sent),
            },
          }),
        done: () => t('withdrawals.made.part', { name, amount: part }),
      });
    },
    approve: async (sent) =>
      await press({
        what: t('withdrawals.what.approve', { name, amount }),
        send: async (common) =>
          await api(approvePayout, {
            params,
            body: {
              ...common,
              ...(sent === null ? {} : { bankReference: sent.bankReference, ...usedBefore(sent) }),
            },
          }),
        done: () => t('withdrawals.made.approved', { name, amount }),
      }),
    handOver: async () =>
      await press({
        what: t('withdrawals.what.hand_over', { name }),
        send: async (common) => await api(handOverPayout, { params, body: { ...common, isNotSent: true } }),
        done: ({ outcome }) => (outcome === 'asked' ? asked : t('withdrawals.made.handed_over', { name })),
      }),
    returnPayout: async ({ arrived, bankAccountId, isPaymentItself }) =>
      await press({
        what: t('withdrawals.what.return_payout', { name }),
        send: async (common) =>
          await api(returnPayout, {
            params,
            body: {
              ...common,
              arrived: formatAmount(arrived),
              ...(bankAccountId === null ? {} : { bankAccountId }),
              ...(isPaymentItself ? { isPaymentItself: true as const } : {}),
            },
          }),
        done: ({ outcome }) => (outcome === 'asked' ? asked : t('withdrawals.made.returned', { name })),
      }),
    correct: async (input) =>
      await press({
        what: t('withdrawals.what.correct', { name }),
        send: async (common) => await api(correctPayout, { params, body: { ...common, ...input } }),
        done: () => asked,
      }),
    misdirect: async ({ amount: wrong, bankAccountId, note }) =>
      await press({
        what: t('withdrawals.what.misdirect', { name, amount: displayAmount(wrong, language) }),
        send: async ({ decisionId }) => {
          const body = { decisionId, amount: formatAmount(wrong), bankAccountId, note };
          const { requestId } = await api(bookMisdirection, { params, body });
          return { outcome: 'asked', requestId, reasons: ['always'] };
        },
        done: () => asked,
      }),
  };
}
