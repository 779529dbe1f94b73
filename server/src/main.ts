#!/usr/bin/env node
import { program } from './commands/program.ts';

// Whoever reads the beginning alone, as `head` does, has what they wanted.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const words = process.argv.slice(2);
await (await program(words)).parseAsync(words, { from: 'user' });
