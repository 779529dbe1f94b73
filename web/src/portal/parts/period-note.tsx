import { useTranslation } from 'react-i18next';
import { Note } from '../../shared/ui/note.tsx';

/** In the place of what a period would show that ends before it begins. */
export function WrongOrderNote() {
  const { t } = useTranslation();
  return (
    <Note tone="waiting" isAlert>
      {t('money.wrong_order')}
    </Note>
  );
}
