import { readFileSync } from 'node:fs';
import { highlight } from '../markdown/highlight.ts';
import type { SampleLanguage } from '../markdown/highlight.ts';

const SAMPLE_LANGUAGES = [
  { id: 'curl', title: 'curl', extension: 'sh' },
  { id: 'typescript', title: 'TypeScript', extension: 'ts' },
  { id: 'php', title: 'PHP', extension: 'php' },
  { id: 'python', title: 'Python', extension: 'py' },
] as const satisfies readonly { id: SampleLanguage; title: string; extension: string }[];

export interface Sample {
  language: SampleLanguage;
  title: string;
  /** Below examples/. */
  file: string;
  code: string;
  html: string;
}

/** Real files that tests run, so readers can run exactly what the page shows. */
const EXAMPLES = new URL('../../../../../examples/', import.meta.url);

/** The samples of one call, such as `create-deposit`. Python file names use underscores. */
export function samplesOf(call: string): Sample[] {
  return SAMPLE_LANGUAGES.map(({ id, title, extension }) => {
    const name = id === 'python' ? call.replaceAll('-', '_') : call;
    return readSample(id, title, `${name}.${extension}`);
  });
}

function readSample(language: SampleLanguage, title: string, name: string): Sample {
  const file = `samples/${language}/${name}`;
  const code = readFileSync(new URL(file, EXAMPLES), 'utf8').trimEnd();
  return { language, title, file, code, html: highlight(code, language) };
}
