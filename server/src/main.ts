#!/usr/bin/env node
import { program } from './commands/program.ts';

const words = process.argv.slice(2);
await (await program(words)).parseAsync(words, { from: 'user' });
