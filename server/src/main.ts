#!/usr/bin/env node
import { program } from './commands/program.ts';

await program().parseAsync();
