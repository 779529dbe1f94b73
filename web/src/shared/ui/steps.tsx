import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import styles from './steps.module.css';

/** Where one is on a way of a few steps. */
export function Steps({ names, current }: { names: readonly string[]; current: number }) {
  return (
    <ol className={styles.steps}>
      {names.map((name, index) => (
        <li
          key={name}
          className={classNames(index < current && styles.done, index === current && styles.now)}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={styles.number}>
            {index < current ? <Icon name="check" size={12} /> : index + 1}
          </span>
          <span className={styles.name}>{name}</span>
        </li>
      ))}
    </ol>
  );
}
