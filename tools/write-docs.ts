/** `npm run docs`: writes the documents and pictures that are generated from the code. */
import { writeFile } from 'node:fs/promises';
import { documents } from './docs/documents.ts';

for (const [path, content] of Object.entries(documents())) await writeFile(path, content);
