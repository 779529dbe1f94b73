import styles from './icon.module.css';
import { ICON_PATHS } from './icon-paths.ts';
import type { IconName } from './icon-paths.ts';

/** Decoration beside a word: screen readers pass over it. */
export function Icon({ name, size = 16 }: { name: IconName; size?: 12 | 14 | 16 | 20 | 24 }) {
  return (
    <svg className={styles.icon} width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}

export function BrandMark() {
  return (
    <span className={styles.mark}>
      <svg className={styles.icon} width={16} height={16} viewBox="0 0 16 16" aria-hidden="true">
        <path d="M3 13.5V7a5 5 0 0 1 10 0v6.5M1.5 13.500h13M6 10h4" />
      </svg>
    </span>
  );
}
