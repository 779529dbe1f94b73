import {
  approveDeposit,
  confirmDepositOnBehalf,
  correctDeposit,
  enterLateMoney,
  holdDeposit,
  rejectDeposit,
  unholdDeposit,
} from '@vezne/contract/console/deposit-decisions';
import type { DepositDetail } from '@vezne/contract/console/deposits';
import { formatAmount } from '@vezne/domain/money';
import { displayAmount } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';
import { api } from '../../../../shared/api/api.ts';
import { useLanguage } from '../../../../shared/i18n/use-language.ts';
import type { Decisions, PressResult } from '../../desk/decisions.ts';
import { pressOnce } from '../../desk/press.ts';
import type { Said } from '../../desk/press.ts';
import { wire } from '../../desk/wire.ts';
import type { Draft, Prospect } from '../pane/draft.ts';
import type { CorrectionInput } from './correction.ts';
import type { HoldInput } from './hold-sheet.tsx';
import type { LateMoneyInput } from './late-money.ts';
import type { RejectInput } from './reject-sheet.tsx';

interface Presses {
  approve: () => Promise<PressResult>;
  reject: (input: RejectInput) => Promise<PressResult>;
  hold: (input: HoldInput) => Promise<PressResult>;
  unhold: () => Promise<PressResult>;
  onBehalf: () => Promise<PressResult>;
  lateMoney: (input: LateMoneyInput) => Promise<PressResult>;
  correct: (input: CorrectionInput) => Promise<PressResult>;
}

/** The buttons of a deposit as calls. */
export function usePresses(
  decisions: Decisions,
  {
    deposit,
    code,
    draft,
    prospect,
  }: { deposit: DepositDetail; code: string; draft: Draft; prospect: Prospect },
): Presses {
  const { t } = useTranslation();
  const language = useLanguage();
  const params = { id: deposit.id };
  const actualCents = prospect.arrivedCents ?? wire(deposit.amountCents);
  const press = async (said: Said): Promise<PressResult> =>
    await pressOnce(decisions, { id: deposit.id, seen: deposit.seen, name: code }, said);
  return {
    approve: async () =>
      await press({
        what: t('deposits.what.approve', { amount: displayAmount(actualCents, language), code }),
        goesOn: true,
        send: async (common) =>
          await api(approveDeposit, {
            params,
            body: {
              ...common,
              actualAmount: formatAmount(actualCents),
              ...(draft.bankAccountId === null ? {} : { bankAccountId: draft.bankAccountId }),
              ...sightingOf(draft),
              ...(draft.isReferenceUsedBefore ? { isReferenceUsedBefore: true as const } : {}),
            },
          }),
        done: ({ outcome }) =>
          outcome === 'asked'
            ? t('deposits.done.asked', { code })
            : t('deposits.done.approved', {
                code,
                amount: displayAmount(prospect.amounts.playerAmountCents, language),
              }),
      }),
    reject: async ({ reason, note, moneySeen }) =>
      await press({
        what: t('deposits.what.reject', { code }),
        goesOn: true,
        send: async (common) =>
          await api(rejectDeposit, {
            params,
            body: {
              ...common,
              reason,
              ...(note === undefined ? {} : { note }),
              ...(moneySeen === undefined
                ? {}
                : { moneySeen: moneySeen && { ...moneySeen, ...sightingOf(draft) } }),
            },
          }),
        done: ({ outcome }) =>
          outcome === 'asked' ? t('deposits.done.asked', { code }) : t('deposits.done.rejected', { code }),
      }),
    hold: async (input) =>
      await press({
        what: t('deposits.what.hold', { code }),
        goesOn: true,
        send: async (common) => await api(holdDeposit, { params, body: { ...common, ...input } }),
        done: () => t('deposits.done.held', { code }),
      }),
    unhold: async () =>
      await press({
        what: t('deposits.what.unhold', { code }),
        goesOn: false,
        send: async (common) => await api(unholdDeposit, { params, body: common }),
        done: () => t('deposits.done.unheld', { code }),
      }),
    onBehalf: async () =>
      await press({
        what: t('deposits.what.on_behalf', { code }),
        goesOn: false,
        send: async (common) => await api(confirmDepositOnBehalf, { params, body: common }),
        done: () => t('deposits.done.on_behalf', { code }),
      }),
    lateMoney: async (input) => {
      let enteredId: string | undefined;
      return await press({
        what: t('deposits.what.late_money', { code }),
        goesOn: false,
        send: async ({ decisionId }) => {
          const { id } = await api(enterLateMoney, { params, body: { ...input, decisionId } });
          enteredId = id;
          return { outcome: 'made', status: 'waiting_confirmation', stage: null };
        },
        made: () => enteredId,
        done: () => t('deposits.done.late_money', { code }),
      });
    },
    correct: async (input) =>
      await press({
        what: t('deposits.what.correct', { code }),
        goesOn: false,
        send: async (common) => await api(correctDeposit, { params, body: { ...common, ...input } }),
        done: () => t('deposits.done.correction_asked', { code }),
      }),
  };
}

/** What was typed of it. */
function sightingOf({ bankReference, senderSeen }: Draft): { bankReference?: string; senderSeen?: string } {
  return {
    ...(bankReference.trim() === '' ? {} : { bankReference: bankReference.trim() }),
    ...(senderSeen.trim() === '' ? {} : { senderSeen: senderSeen.trim() }),
  };
}
