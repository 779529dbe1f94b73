import styles from './key-line.module.css';

/** What can be pressed now: the key in a cap, then the word. */
export function KeyLine({ keys }: { keys: readonly (readonly [caps: readonly string[], label: string])[] }) {
  return (
    <ul className={styles.keys}>
      {keys.map(([caps, label]) => (
        <li key={label}>
          {caps.map((cap) => (
            <kbd key={cap}>{cap}</kbd>
          ))}
          {label}
        </li>
      ))}
    </ul>
  );
}
