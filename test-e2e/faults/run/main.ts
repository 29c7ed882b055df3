import { resolve } from 'node:path';
import { runPlanted } from '../planted/run-planted.ts';
import { readArguments } from './arguments.ts';
import { runSeeds } from './run-seeds.ts';

const repository = resolve(import.meta.dirname, '..', '..', '..');
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
const print = (text: string): void => void process.stdout.write(`${text}\n`);

const options = readArguments(process.argv.slice(2));
const { signal } = stopping;
const isGood =
  options.planted === undefined
    ? await runSeeds(options, { repository, signal, print })
    : await runPlanted({ repository, names: options.planted, seed: options.seeds[0] ?? 1, signal, print });
process.exit(isGood ? 0 : 1);
