import { readFileSync } from 'node:fs';
import { renderLayout } from '../layout.ts';
import type { PageVersions } from '../layout.ts';
import { parseBlocks, withoutAnchors } from '../markdown/blocks.ts';
import { blocksToHtml } from '../markdown/render.ts';
import { GUIDES, REFERENCE_PATH, guidePath, markdownPath, relativeLink, samplePath } from '../site-map.ts';
import type { Guide, Language } from '../site-map.ts';
import { PAGE_TEXTS } from '../texts.ts';
import { expandGuide } from './expand.ts';
import type { GuideContext } from './expand.ts';

/** A guide as a page. Its first paragraph says what it is about, for people who search. */
export function renderGuide(guide: Guide, context: GuideContext, versions: PageVersions): string {
  const { language, publicUrl } = context;
  const path = guidePath(language, guide);
  const blocks = parseBlocks(markdownOf(guide, context));
  const [title, description] = blocks;
  if (title?.kind !== 'heading' || description?.kind !== 'paragraph') {
    throw new Error(`The guide ${guide} must begin with its title and a paragraph.`);
  }
  const { linkTo } = PAGE_TEXTS[language];
  const html = blocksToHtml(blocks, {
    linkTarget: (target) => (target.startsWith('#') ? target : pageLink(path, target, language)),
    fileTarget: (file) => relativeLink(path, samplePath(file)),
    linkTo,
  });
  const places = blocks.flatMap((block) =>
    block.kind === 'heading' && block.level === 2 ? [{ id: block.id, title: block.text }] : [],
  );
  return renderLayout(
    {
      path,
      language,
      guide,
      publicUrl,
      title: title.text,
      description: description.text.replaceAll(/[`*]|\]\([^)]*\)|\[/g, ''),
      places: [{ title: '', items: places }],
      html,
      hasSearch: false,
    },
    versions,
  );
}

/** The same text as Markdown, with links to the Markdown of other pages. */
export function guideMarkdown(guide: Guide, context: GuideContext): string {
  const path = markdownPath(guidePath(context.language, guide));
  return withoutAnchors(markdownOf(guide, context)).replace(
    /\[((?:[^\][]|\[\])+)\]\(([^()\s]+)\)/g,
    (_, text: string, target: string) => {
      // Anchors are of the page; in Markdown each program makes its own.
      if (target.startsWith('#')) return text;
      return `[${text}](${markdownLink(path, target, context.language)})`;
    },
  );
}

function markdownOf(guide: Guide, context: GuideContext): string {
  const file = new URL(`${context.language}/${guide}.md`, import.meta.url);
  return expandGuide(readFileSync(file, 'utf8'), context);
}

/** The address of `errors#rate_limited`, `reference#create-deposit`, `/docs/vectors/check.py` or another site. */
function pageLink(from: string, target: string, language: Language): string {
  if (/^https?:/.test(target)) return target;
  if (target.startsWith('/')) return relativeLink(from, target);
  const [name = '', fragment] = target.split('#');
  const to = `${addressOf(name, language)}${fragment === undefined ? '' : `#${fragment}`}`;
  return relativeLink(from, to);
}

function markdownLink(from: string, target: string, language: Language): string {
  if (/^https?:/.test(target)) return target;
  if (target.startsWith('/')) return relativeLink(from, target);
  const [name = ''] = target.split('#');
  return relativeLink(from, markdownPath(addressOf(name, language)));
}

function addressOf(name: string, language: Language): string {
  if (name === 'reference') return REFERENCE_PATH;
  const guide = GUIDES.find((known) => known === name);
  if (guide === undefined) throw new Error(`There is no page ${name}.`);
  return guidePath(language, guide);
}
