/** `npm run docs`: writes the documents that are made from the code. */
import { writeFile } from 'node:fs/promises';
import { errorsDocument } from './docs/errors.ts';

await writeFile('docs/errors.md', errorsDocument());
