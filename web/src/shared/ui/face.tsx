import styles from './face.module.css';

/** A person's initials, in their own language: "İrem Yıldız" is İY. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words.at(0), words.length > 1 ? words.at(-1) : undefined].map(
    (word) => Array.from(word ?? '')[0] ?? '',
  );
  return letters.join('').toLocaleUpperCase('tr');
}

export function Face({ name, isLarge = false }: { name: string; isLarge?: boolean }) {
  return (
    <span className={isLarge ? `${styles.face} ${styles.large}` : styles.face} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}
