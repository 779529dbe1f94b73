/** Which dialogs the pages of the portal can open, and which one is open. */
import assert from 'node:assert/strict';
import type { Language } from '@vezne/domain/written';
import type { Page } from 'playwright-core';
import { texts as en } from '../../web/src/shared/i18n/en/portal/texts.ts';
import { texts as tr } from '../../web/src/shared/i18n/tr/portal/texts.ts';
import type { Screen } from '../signed-in/look.ts';

/** What names a dialog, where it is drawn. */
const NAMING = /\s(?:title|question|label|aria-label)=(?:"([^"]*)"|\{)/;
/** A part that takes the name of its dialog from the one who uses it. */
const GIVEN = /^(?:title|question|label)$/;
/** What is a dialog by itself. Everything else draws one of these. */
const PRIMITIVES = ['Modal', 'Modal.Content', 'Drawer', 'Drawer.Content', 'dialog'];

/** The names of the texts that dialogs are called by; of one that is called by something else, that expression. */
export function dialogsOf(sources: ReadonlyMap<string, string>): Set<string> {
  const parts = new Set(PRIMITIVES);
  const names = new Set<string>();
  // A loop over a set also visits what is added during the loop.
  for (const part of parts) {
    for (const [file, source] of sources) {
      for (const { index } of source.matchAll(new RegExp(`<${part.replace('.', '\\.')}(?=\\s)`, 'g'))) {
        const name = nameAt(source, index) ?? assert.fail(`${file}: a dialog without a name`);
        const drawer = [...source.slice(0, index).matchAll(/\bfunction ([A-Z]\w*)/g)].at(-1)?.[1];
        if (GIVEN.test(name) && drawer !== undefined) parts.add(drawer);
        else for (const each of textsIn(name)) names.add(each);
      }
    }
  }
  return names;
}

/** The expression by which the element that begins here is named. */
function nameAt(source: string, begin: number): string | undefined {
  const found = NAMING.exec(source.slice(begin));
  if (found === null || found[1] !== undefined) return found?.[1];
  const from = begin + found.index + found[0].length;
  let depth = 1;
  let to = from;
  for (; depth > 0 && to < source.length; to += 1)
    depth += source[to] === '{' ? 1 : source[to] === '}' ? -1 : 0;
  return source.slice(from, to - 1).trim();
}

function textsIn(expression: string): string[] {
  const keys = [...expression.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key = '']) => key);
  return keys.length > 0 ? keys : [expression];
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** Of dialogs that no text names: what they are called. */
const OTHERS: Readonly<Record<string, RegExp>> = { eventType: /^(?:deposit|withdrawal)\.[a-z_]+$/ };

/** The dialog that a screen says it has is open, and no other one. */
export async function assertOpenDialog(
  page: Page,
  { name, dialog }: Screen,
  language: Language,
): Promise<void> {
  const open = await page
    .locator('[role=dialog]:visible')
    .evaluateAll((all: { getAttribute: (name: string) => string | null }[]) =>
      all.map((one) => one.getAttribute('aria-label') ?? ''),
    );
  assert.equal(open.length, dialog === undefined ? 0 : 1, `${name}: ${open.join(', ')}`);
  if (dialog !== undefined) assert.match(open[0] ?? '', patternOf(dialog, language), name);
}

function patternOf(dialog: string, language: Language): RegExp {
  let text: unknown = { tr, en }[language];
  for (const part of dialog.split('.'))
    text = typeof text === 'object' && text !== null ? Reflect.get(text, part) : undefined;
  if (typeof text !== 'string') return OTHERS[dialog] ?? assert.fail(`no text is called ${dialog}`);
  return new RegExp(
    `^${text
      .split(/\{\{\w+\}\}/)
      .map(escaped)
      .join('.+')}$`,
    'u',
  );
}
