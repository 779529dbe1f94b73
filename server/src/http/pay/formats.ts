/** Hours, minutes and seconds: "23:41:07". The page's script writes it in the same way. */
export function displayTimeLeft(seconds: number): string {
  const left = Math.max(seconds, 0);
  const parts = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** Fills in the blanks of a text, such as {amount}. */
export function fillBlanks(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`There is no value for {${name}} in: ${text}`);
    return value;
  });
}
