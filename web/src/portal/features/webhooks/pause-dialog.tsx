import { useTranslation } from 'react-i18next';
import { Confirm } from '../../../shared/ui/confirm.tsx';

/** Asks before everything stops: the partner's system learns of nothing until somebody resumes. */
export function PauseDialog({
  isBusy,
  problem,
  onPause,
  onClose,
}: {
  isBusy: boolean;
  problem: string | undefined;
  onPause: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Confirm
      question={t('webhooks.pause_question')}
      consequence={t('webhooks.pause_consequence')}
      act={t('webhooks.pause')}
      isRisky
      isBusy={isBusy}
      problem={problem}
      isOpen
      onConfirm={onPause}
      onClose={onClose}
    />
  );
}
