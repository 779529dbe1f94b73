import { useTranslation } from 'react-i18next';
import { useKeyLayer } from '../../../shared/keys/use-keys.tsx';
import { Dialog, EscapeHint } from '../../../shared/ui/dialog.tsx';
import { KeyCaps } from '../../../shared/ui/key-caps.tsx';
import { Quiet } from '../../../shared/ui/page.tsx';
import { helpOf } from '../../../shared/keys/help.ts';
import styles from './shell.module.css';

/** Every key that works on the page below, made from the bindings themselves. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const groups = helpOf(useKeyLayer().pageBindings(), [t('keys.everywhere'), t('keys.go')]);
  return (
    <Dialog title={t('keys.title')} width={880} isOpen onClose={onClose} aside={<EscapeHint />}>
      <div className={styles.help}>
        {groups.map(([group, lines]) => (
          <section key={group}>
            <h3>{group}</h3>
            <ul>
              {lines.map(([label, keys]) => (
                <li key={label}>
                  <span>{label}</span>
                  <KeyCaps bindings={keys} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <Quiet>{t('keys.hint')}</Quiet>
    </Dialog>
  );
}
