/** Text that is already HTML. Everything else is escaped when it is inserted. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | Html | readonly Html[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** html`<p>${name}</p>`: values are escaped, unless they are Html themselves. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const written = parts.map(textOf);
  return new Html(strings.map((text, index) => text + (written[index] ?? '')).join(''));
}

export const nothing = new Html('');

function textOf(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'string') return part.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
  return part.map(({ text }) => text).join('');
}
