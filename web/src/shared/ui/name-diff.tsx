import { compareNames } from '@vezne/domain/names';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';
import styles from './name-diff.module.css';
import { differingLetters } from './name-letters.ts';
import type { Letters } from './name-letters.ts';

/** Two names one below the other, with what differs underlined, and the verdict in words. */
export function NameDiff({
  player,
  sender,
  label,
}: {
  player: string;
  sender: string;
  /** What the second name is, where it is not who sent. */
  label?: string;
}) {
  const { t } = useTranslation();
  const verdict = compareNames(player, sender);
  const isDifferent = verdict === 'different';
  const [one, other] = differingLetters(player, sender);
  return (
    <div className={styles.names}>
      <dl>
        <dt>{t('names.player')}</dt>
        <dd>
          <Name letters={one} isMarked={isDifferent} />
        </dd>
        <dt>{label ?? t('names.sender')}</dt>
        <dd>
          <Name letters={other} isMarked={isDifferent} />
        </dd>
      </dl>
      <p className={isDifferent ? styles.different : styles.same}>
        <Icon name={isDifferent ? 'warning' : 'check-ring'} />
        {t(`names.${verdict}`)}
      </p>
    </div>
  );
}

function Name({ letters, isMarked }: { letters: readonly Letters[]; isMarked: boolean }) {
  return letters.map(({ text, differs }, index) =>
    // The pieces of one name never change places.
    // oxlint-disable-next-line react/no-array-index-key
    differs && isMarked ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  );
}
