import { Menu } from '@mantine/core';
import type { DepositDetail } from '@vezne/contract/console/deposits';
import { useTranslation } from 'react-i18next';
import { KeyScope } from '../../../../shared/keys/use-keys.tsx';
import { Button } from '../../../../shared/ui/button.tsx';
import { Icon } from '../../../../shared/ui/icon.tsx';
import menuStyles from '../../desk/desk.module.css';
import { AfterwardsBar } from './afterwards.tsx';
import { isApprovalAsked } from './asked.ts';
import styles from '../../desk/pane.module.css';

/** What can be decided now. It never scrolls away, and says on the button what a press does. */
export function ActionBar({
  deposit,
  amount,
  isTwo,
  isHeld,
  isUnknown,
  mayDecide,
  onApprove,
  onReject,
  onHold,
  onUnhold,
  onOnBehalf,
  onTakeOver,
  onLateMoney,
  onCorrect,
}: {
  deposit: DepositDetail;
  /** As people write it; undefined while the field holds none. */
  amount: string | undefined;
  isTwo: boolean;
  isHeld: boolean;
  isUnknown: boolean;
  mayDecide: boolean;
  onApprove: () => void;
  onReject: () => void;
  onHold: () => void;
  onUnhold: () => void;
  onOnBehalf: () => void;
  onTakeOver: () => void;
  onLateMoney: () => void;
  onCorrect: () => void;
}) {
  const { t } = useTranslation();
  const approve = amount === undefined ? t('deposits.approve_none') : t('deposits.approve', { amount });
  const { status, claim } = deposit;
  const isDecided = status === 'approved' || status === 'rejected';
  if (isDecided && !mayDecide) return null;
  if (isDecided) {
    return (
      <AfterwardsBar
        deposit={deposit}
        isUnknown={isUnknown}
        onLateMoney={onLateMoney}
        onCorrect={onCorrect}
      />
    );
  }
  if (!mayDecide) {
    return (
      <footer className={styles.act}>
        <span className={styles.tiny}>{t('desk.may_not')}</span>
      </footer>
    );
  }
  if (status === 'waiting_payment') {
    return (
      <footer className={styles.act}>
        <Button kind="main" isWide keyHint="O" disabled={isUnknown} onClick={onOnBehalf}>
          {t('deposits.on_behalf')}
        </Button>
      </footer>
    );
  }
  if (claim !== null && !claim.isMine) {
    return (
      <footer className={styles.act}>
        <Button isWide keyHint="T" onClick={onTakeOver}>
          {t('deposits.take_over')}
        </Button>
        <span className={styles.tiny}>{t('deposits.take_over_text')}</span>
      </footer>
    );
  }
  if (isUnknown) {
    return (
      <footer className={styles.act}>
        <Button kind="main" isWide disabled>
          {approve}
        </Button>
        <span className={styles.tiny}>{t('desk.unknown_wait')}</span>
      </footer>
    );
  }
  return (
    <footer className={styles.act}>
      {isApprovalAsked(deposit) ? (
        <Button isWide disabled icon="people">
          {t('deposits.asked_title')}
        </Button>
      ) : isTwo ? (
        <Button kind="main" isWide icon="people" keyHint="A" onClick={onApprove}>
          {t('desk.ask_second')}
        </Button>
      ) : (
        <Button kind="main" isWide keyHint="A" onClick={onApprove}>
          {approve}
        </Button>
      )}
      <Button kind="risk" keyHint="R" onClick={onReject}>
        {t('desk.reject')}
      </Button>
      <Menu
        position="top-end"
        offset={4}
        withinPortal={false}
        withInitialFocusPlaceholder={false}
        transitionProps={{ duration: 0 }}
        classNames={{ dropdown: menuStyles.menu, item: menuStyles.menuItem }}
      >
        <Menu.Target>
          <button type="button" className={styles.more} aria-label={t('desk.more_actions')}>
            <Icon name="dots" />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <KeyScope>
            <Menu.Item leftSection={<Icon name="pause" />} rightSection={<kbd>B</kbd>} onClick={onHold}>
              {isHeld ? t('deposits.hold_longer') : t('deposits.hold')}
            </Menu.Item>
            {isHeld && (
              <Menu.Item leftSection={<Icon name="play" />} onClick={onUnhold}>
                {t('deposits.unhold')}
              </Menu.Item>
            )}
          </KeyScope>
        </Menu.Dropdown>
      </Menu>
    </footer>
  );
}
