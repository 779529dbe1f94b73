import { partnerEvent } from '@vezne/contract/partner/events';
import { readFileSync } from 'node:fs';
import { expandGuide } from '../../server/src/http/docs/guides/expand.ts';
import { withoutAnchors } from '../../server/src/http/docs/markdown/blocks.ts';

const GUIDE = new URL('../../server/src/http/docs/guides/en/webhooks.md', import.meta.url);

const INTRODUCTION = `# Webhooks

The service tells a partner's site by webhook what was decided about a deposit or a withdrawal. The running service has this as a page for
partners, with a first webhook in ten minutes: \`/docs/webhooks\`, in Turkish \`/docs/tr/webhooks\`. Receivers to copy are in
[receivers.md](receivers.md).

This page is written from [that guide](../server/src/http/docs/guides/en/webhooks.md) by \`npm run docs\`; a test holds it to that.
`;

/** Sections that only the page of the running service has: its samples are downloaded from there. */
const ONLY_THERE = ['first', 'receivers'];

/** Where the repository has what another page of the service says. */
const TARGETS: Readonly<Record<string, string>> = {
  '#receivers': 'receivers.md',
  'reference#event': '#fields',
  'reference#list-events': 'api.md',
};

/** docs/webhooks.md: what the guide says, for those who have the repository. */
export function webhooksDocument(): string {
  const context = { language: 'en', publicUrl: 'https://pay.example', isDevelopment: false } as const;
  const [, ...sections] = expandGuide(readFileSync(GUIDE, 'utf8'), context).split(/^(?=## )/m);
  const kept = sections.filter(
    (section) => !ONLY_THERE.some((id) => section.split('\n')[0]?.endsWith(`{#${id}}`)),
  );
  const text = kept.join('').replaceAll(/\]\(([^()\s]+)\)/g, (whole, target: string) => {
    if (/^https?:/.test(target)) return whole;
    return `](${TARGETS[target] ?? unknownTarget(target)})`;
  });
  return `${INTRODUCTION}\n${withoutAnchors(text).trimEnd()}\n\n## Fields\n\n${fieldTable()}\n`;
}

function unknownTarget(target: string): never {
  throw new Error(`docs/webhooks.md knows no place for ${target}.`);
}

/** The fields of an event, as the contract describes them. */
function fieldTable(): string {
  const { properties = {} } = partnerEvent.toJSONSchema();
  const rows = Object.entries(properties).map(([name, schema]) => {
    if (typeof schema === 'boolean') throw new Error(`The field ${name} has no schema.`);
    const types = [schema, ...(schema.anyOf ?? [])].flatMap((one) =>
      typeof one === 'object' ? (one.type ?? []) : [],
    );
    return `| \`${name}\` | ${types.join(' or ')} | ${schema.description} |`;
  });
  return ['| field | type | meaning |', '|---|---|---|', ...rows].join('\n');
}
