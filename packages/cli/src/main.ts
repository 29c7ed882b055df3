#!/usr/bin/env node
import { openOutput } from './output/output.ts';
import { programs } from './programs.ts';
import { run } from './run.ts';
import { openTerminal } from './terminal.ts';

// A reader such as `head` may close the pipe early.
process.stdout.on('error', () => process.exit(0));

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  cwd: process.env['INIT_CWD'] ?? process.cwd(),
  output: openOutput(process.stdout, process.stderr, process.env),
  terminal: openTerminal(process.stdin, process.stderr),
  programs,
  now: () => Temporal.Now.instant(),
});
