import { fxRatesResponse } from '@lodging/contract-public';
import type { Command } from 'commander';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { contextOf } from '../context.ts';
import type { Context } from '../context.ts';
import { usage } from '../failure.ts';
import { table } from '../output/table.ts';
import type { CliDeps } from '../cli-deps.ts';

interface Options {
  file?: string;
  source: string;
  at?: string;
}

export function fxCommands(program: Command, deps: CliDeps): void {
  program
    .command('fx')
    .description('Exchange rates')
    .command('set [pairs...]')
    .description('Set rates: EUR/USD=1.0850 means that one euro is worth 1.0850 dollars')
    .option('--file <path>', 'JSON file with { "rates": [ … ] } or a list; - reads standard input')
    .option('--source <word>', 'source of the rates', 'operator')
    .option('--at <date-time>', 'effective from; default: now')
    .action(async (pairs: string[], options: Options, command: Command) => {
      const context = await contextOf(command, deps);
      if ((options.file === undefined) === (pairs.length === 0)) {
        throw usage('Pass either pairs, such as EUR/USD=1.0850, or --file.');
      }
      const effectiveAt = options.at ?? context.now().toString({ smallestUnit: 'millisecond' });
      const rates =
        options.file === undefined
          ? pairs.map((pair) => ({ ...readPair(pair), effectiveAt, source: options.source }))
          : await readRates(context, options.file);
      const set = await context.client.send('PUT', '/fx-rates', fxRatesResponse, { rates });
      context.show(set, () =>
        table(set.rates, [
          { title: 'from', of: (rate) => rate.fromCurrency },
          { title: 'to', of: (rate) => rate.toCurrency },
          { title: 'rate', of: (rate) => rate.rate },
          { title: 'effective at', of: (rate) => rate.effectiveAt },
          { title: 'source', of: (rate) => rate.source },
        ]),
      );
    });
}

const PAIR = /^([A-Za-z]{3})\/?([A-Za-z]{3})=(\d+(?:\.\d+)?)$/;

export function readPair(pair: string): { fromCurrency: string; toCurrency: string; rate: string } {
  const [, from, to, rate] = PAIR.exec(pair) ?? [];
  if (from === undefined || to === undefined || rate === undefined) {
    throw usage(`${pair} is not a pair such as EUR/USD=1.0850.`);
  }
  return { fromCurrency: from.toUpperCase(), toCurrency: to.toUpperCase(), rate };
}

/** The API validates the list and names an invalid field. */
async function readRates({ terminal, cwd }: Context, file: string): Promise<unknown> {
  try {
    const text = file === '-' ? await terminal.readStdin() : await readFile(resolve(cwd, file), 'utf8');
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) ? read : Object(read).rates;
  } catch (error) {
    throw usage(`${file} contains no rates: ${error instanceof Error ? error.message : String(error)}`);
  }
}
