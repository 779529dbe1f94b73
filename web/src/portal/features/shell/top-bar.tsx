import { AccountMenu } from './account-menu.tsx';
import { PartnerBrand } from './partner-brand.tsx';
import styles from './shell.module.css';

/** Above every page under 900 px. */
export function TopBar() {
  return (
    <header className={styles.top}>
      <PartnerBrand />
      <AccountMenu position="bottom-end" />
    </header>
  );
}
