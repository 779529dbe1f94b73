/** What is printed on the keys of a binding: "Ctrl+k" is Ctrl and K, "g p" is G and P. */
export function capsOf(keys: string): string[] {
  return keys
    .split(/[ +]/)
    .map((name) =>
      name === 'Shift' ? '⇧' : name === 'Escape' ? 'Esc' : name.length === 1 ? name.toUpperCase() : name,
    );
}
