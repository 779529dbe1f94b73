import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../../shared/ui/sheet.tsx';
import type { SheetProps } from './sheet-props.ts';

/** The player forgot the button; somebody here saw the money. */
export function OnBehalfSheet({ deposit, isBusy, onAct, onClose }: SheetProps) {
  const { t } = useTranslation();
  return (
    <Sheet
      question={t('deposits.on_behalf_question')}
      act={t('deposits.on_behalf_act')}
      isBusy={isBusy}
      onAct={onAct}
      onClose={onClose}
    >
      <p>{t('deposits.on_behalf_consequence', { player: deposit.customer.username })}</p>
    </Sheet>
  );
}
