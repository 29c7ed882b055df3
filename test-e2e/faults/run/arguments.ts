import { parseArgs } from 'node:util';

export interface RunOptions {
  readonly seeds: readonly number[];
  readonly seconds: number;
  /** Names of faults, instead of the seed's own choice. */
  readonly faults: readonly string[] | undefined;
  readonly out: string | undefined;
  /** Keep the histories of clean seeds too. */
  readonly keep: boolean;
  /** Names of planted bugs; empty for all. */
  readonly planted: readonly string[] | undefined;
}

export function readArguments(args: string[]): RunOptions {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      seed: { type: 'string' },
      seeds: { type: 'string', default: '1' },
      seconds: { type: 'string', default: '35' },
      faults: { type: 'string' },
      out: { type: 'string' },
      keep: { type: 'boolean', default: false },
      planted: { type: 'boolean', default: false },
    },
  });
  const first =
    values.seed === undefined
      ? Temporal.Now.instant().epochMilliseconds % 1_000_000
      : wholeNumber('seed', values.seed);
  const count = wholeNumber('seeds', values.seeds);
  return {
    seeds: Array.from({ length: count }, (_none, index) => first + index),
    seconds: wholeNumber('seconds', values.seconds),
    faults: values.faults?.split(',').map((name) => name.trim()),
    out: values.out,
    keep: values.keep,
    planted: values.planted ? positionals : undefined,
  };
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`--${name} is a whole number, not ${text}`);
  return Number(text);
}
