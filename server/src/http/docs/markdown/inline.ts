const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Where a link of the Markdown leads, as it is written into the page. */
export type LinkTarget = (target: string) => string;

const asWritten: LinkTarget = (target) => target;

/** The small part of CommonMark that our descriptions use: paragraphs, lists, **strong** and `code`. */
export function markdownToHtml(markdown: string): string {
  return markdown
    .trim()
    .split(/\n{2,}/)
    .map((block) => (block.startsWith('- ') ? listHtml(block) : `<p>${inlineHtml(block)}</p>`))
    .join('\n');
}

/** `code` comes first: stars and brackets in it mean nothing. */
export function inlineHtml(markdown: string, linkTarget: LinkTarget = asWritten): string {
  return markdown
    .split(/(`[^`]+`)/)
    .map((part, index) =>
      index % 2 === 1 ? `<code>${codeHtml(part.slice(1, -1))}</code>` : escapeHtml(part),
    )
    .join('')
    .replace(
      /\[((?:[^\][]|\[\])+)\]\(([^()\s]+)\)/g,
      (_, text: string, target: string) => `<a href="${linkTarget(target)}">${text}</a>`,
    )
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>');
}

/** A name may wrap after an underscore. Brackets and stars are entities, so that they stay what they are. */
function codeHtml(code: string): string {
  return escapeHtml(code)
    .replace(/(?<=[a-z])_(?=[a-z])/g, '_<wbr>')
    .replace(/[[*]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function listHtml(block: string): string {
  const items = block.split(/\n?^- /m).slice(1);
  return `<ul>${items.map((item) => `<li>${inlineHtml(item)}</li>`).join('')}</ul>`;
}
