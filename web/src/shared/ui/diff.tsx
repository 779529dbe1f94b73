import { useTranslation } from 'react-i18next';
import { classNames } from './class-names.ts';
import styles from './diff.module.css';

export interface Difference {
  name: string;
  /** Null: there was none. */
  before: string | null;
  /** Null: it goes. */
  after: string | null;
  isCode?: boolean;
}

/** Only what differs: the old struck through, the new in bold. */
export function Diff({
  differences,
  isFigures = false,
}: {
  differences: readonly Difference[];
  /** Amounts: denser, and on one right edge. */
  isFigures?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <table className={classNames(styles.diff, isFigures && styles.figures)}>
      <thead>
        <tr>
          <th scope="col">{t('diff.what')}</th>
          <th scope="col">{t('diff.before')}</th>
          <th scope="col">{t('diff.after')}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ name, before, after, isCode = false }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className={isCode ? styles.code : undefined}>
              {before === null ? <span className={styles.quiet}>{t('diff.none')}</span> : <del>{before}</del>}
            </td>
            <td className={isCode ? styles.code : undefined}>
              {after === null ? <span className={styles.gone}>{t('diff.removed')}</span> : <b>{after}</b>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
