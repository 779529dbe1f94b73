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

/** The small part of CommonMark that our descriptions use: paragraphs, lists, **strong** and `code`. */
export function markdownToHtml(markdown: string): string {
  return markdown
    .trim()
    .split(/\n{2,}/)
    .map((block) => (block.startsWith('- ') ? listHtml(block) : `<p>${inlineHtml(block)}</p>`))
    .join('\n');
}

export function inlineHtml(markdown: string): string {
  return escapeHtml(markdown)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');
}

function listHtml(block: string): string {
  const items = block.split(/\n?^- /m).slice(1);
  return `<ul>${items.map((item) => `<li>${inlineHtml(item)}</li>`).join('')}</ul>`;
}
