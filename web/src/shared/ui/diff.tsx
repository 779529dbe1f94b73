import { useTranslation } from 'react-i18next';
import { classNames } from './class-names.ts';
import styles from './diff.module.css';
import type { Difference } from './difference.ts';

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
        {differences.map(({ name, before, after, note, isCode = false }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className={isCode ? styles.code : undefined}>
              <Side part={before} as="del" none={t('diff.none')} nothing={t('diff.nothing_goes')} />
            </td>
            <td className={isCode ? styles.code : undefined}>
              {after === null ? (
                <span className={styles.gone}>{t('diff.removed')}</span>
              ) : (
                <Side part={after} as="b" none="" nothing={t('diff.nothing_comes')} />
              )}
              {note !== undefined && <small className={styles.note}>{note}</small>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** One value, or each entry of a list on its own line. */
function Side({
  part,
  as: Mark,
  none,
  nothing,
}: {
  part: Difference['before'];
  as: 'del' | 'b';
  none: string;
  /** Of a list: no entry does. */
  nothing: string;
}) {
  if (part === null) return <span className={styles.quiet}>{none}</span>;
  if (typeof part === 'string') return <Mark>{part}</Mark>;
  if (part.length === 0) return <span className={styles.quiet}>{nothing}</span>;
  return (
    <ul className={styles.entries}>
      {part.map((one) => (
        <li key={one}>
          <Mark>{one}</Mark>
        </li>
      ))}
    </ul>
  );
}
