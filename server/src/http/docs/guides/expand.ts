import { readFileSync } from 'node:fs';
import {
  EVENT_EXAMPLES,
  SIGNING_EXAMPLE,
  TEST_EVENT_EXAMPLE,
  errorExample,
} from '@vezne/contract/partner/examples';
import type { Language } from '../site-map.ts';
import { ATTEMPTS, FIGURES, RETRY_SECONDS, SCHEDULE_HOURS, VARIABLES } from './facts.ts';
import { TABLES } from './tables.ts';
import { EN } from './words/en.ts';
import { TR } from './words/tr.ts';
import type { Words } from './words/words.ts';

export interface GuideContext {
  language: Language;
  /** Where partners reach the service, without a slash at its end. */
  publicUrl: string;
  /** A service that a developer runs. Only there a page says where its credentials are. */
  isDevelopment: boolean;
}

const WORDS: Readonly<Record<Language, Words>> = { en: EN, tr: TR };

const REPOSITORY = new URL('../../../../../', import.meta.url);
const SDK_README = new URL('packages/sdk/README.md', REPOSITORY);

const FENCE_LANGUAGES: Readonly<Record<string, string>> = {
  sh: 'sh',
  ts: 'ts',
  php: 'php',
  py: 'python',
  sql: 'sql',
};

/**
 * A guide as its readers get it. In the source, `{{name}}` stands for a figure, a table or a sample, so that none of them is
 * typed a second time.
 */
export function expandGuide(source: string, context: GuideContext): string {
  const words = WORDS[context.language];
  const facts = factsOf(context);
  return source
    .replace(/^\{\{development\}\}\n(.*?)^\{\{end\}\}\n/gms, (_, text: string) =>
      context.isDevelopment ? text : '',
    )
    .replace(/\{\{(\w+)\}\}/g, (whole, name: string) => TABLES[name]?.(words) ?? facts[name] ?? whole)
    .replace(/^\{\{(\w+) (.+)\}\}$/gm, (_, kind: string, rest: string) => block(kind, rest))
    .replace(/\{\{.*?\}\}/g, (unknown) => {
      throw new Error(`A guide says ${unknown}, which nothing stands for.`);
    });
}

function factsOf({ publicUrl }: GuideContext): Readonly<Record<string, string>> {
  const values = {
    ...FIGURES,
    ...VARIABLES,
    url: publicUrl,
    attempts: ATTEMPTS,
    firstRetrySeconds: RETRY_SECONDS[0],
    secondRetrySeconds: RETRY_SECONDS[1],
    scheduleDays: Math.floor(SCHEDULE_HOURS / 24),
    signature: SIGNING_EXAMPLE.signature,
    exampleSecret: SIGNING_EXAMPLE.apiSecret,
    sdkVersion: sdkVersion(),
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

function block(kind: string, rest: string): string {
  switch (kind) {
    case 'sample':
      return rest.split(' ').map(sampleBlock).join('\n\n');
    case 'readme':
      return readmeBlock(Number(rest));
    case 'event':
      return eventBlock(rest);
    case 'error':
      return fenced('json', JSON.stringify(errorExample(rest as 'invalid_request'), null, 2));
    default:
      throw new Error(`A guide asks for ${kind} ${rest}.`);
  }
}

function eventBlock(name: string): string {
  const example = [...Object.values(EVENT_EXAMPLES), TEST_EVENT_EXAMPLE].find(({ event }) => event === name);
  if (example === undefined) throw new Error(`There is no event ${name}.`);
  return fenced('json', JSON.stringify(example, null, 2));
}

/** A file below examples/, whole. */
function sampleBlock(file: string): string {
  const text = readFileSync(new URL(`examples/${file}`, REPOSITORY), 'utf8');
  const language = FENCE_LANGUAGES[file.replace(/^.*\./, '')];
  if (language === undefined) throw new Error(`No language for ${file}.`);
  return fenced(`${language} ${file}`, text.trimEnd());
}

/** The sample of that number in the README of the SDK, counted from 1. A test compiles and runs them. */
function readmeBlock(number: number): string {
  const blocks = [...readFileSync(SDK_README, 'utf8').matchAll(/^```ts\n(.*?)\n```$/gms)];
  const [, code] = blocks[number - 1] ?? [];
  if (code === undefined) throw new Error(`The README of the SDK has no sample ${number}.`);
  return fenced('ts', code);
}

function sdkVersion(): string {
  const manifest = readFileSync(new URL('packages/sdk/package.json', REPOSITORY), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

function fenced(info: string, code: string): string {
  return `\`\`\`${info}\n${code}\n\`\`\``;
}
