import { readFileSync } from 'node:fs';
import { highlight } from './highlight.ts';
import type { SampleLanguage } from './highlight.ts';

const SAMPLE_LANGUAGES = [
  { id: 'curl', title: 'curl', extension: 'sh' },
  { id: 'typescript', title: 'TypeScript', extension: 'ts' },
  { id: 'php', title: 'PHP', extension: 'php' },
  { id: 'python', title: 'Python', extension: 'py' },
] as const satisfies readonly { id: SampleLanguage; title: string; extension: string }[];

export interface Sample {
  language: SampleLanguage;
  title: string;
  /** Below examples/samples. */
  file: string;
  html: string;
}

/** The file that all samples of a language share; curl needs none. */
const SHARED_FILES: Readonly<Partial<Record<SampleLanguage, string>>> = {
  typescript: 'client.ts',
  php: 'vezne.php',
  python: 'vezne.py',
};

/** Real files that tests run, so readers can run exactly what the page shows. */
const SAMPLES = new URL('../../../../examples/samples/', import.meta.url);

/** The samples of one call, such as `create-deposit`. Python file names use underscores. */
export function samplesOf(call: string): Sample[] {
  return SAMPLE_LANGUAGES.map(({ id, title, extension }) => {
    const name = id === 'python' ? call.replaceAll('-', '_') : call;
    return readSample(id, title, `${name}.${extension}`);
  });
}

export function sharedSamples(): Sample[] {
  return SAMPLE_LANGUAGES.flatMap(({ id, title }) => {
    const name = SHARED_FILES[id];
    return name === undefined ? [] : [readSample(id, title, name)];
  });
}

function readSample(language: SampleLanguage, title: string, name: string): Sample {
  const file = `${language}/${name}`;
  return { language, title, file, html: highlight(readFileSync(new URL(file, SAMPLES), 'utf8'), language) };
}
