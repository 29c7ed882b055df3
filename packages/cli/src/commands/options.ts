import { InvalidArgumentError, Option } from 'commander';

export type Mode = 'live' | 'test';

/** A new object for each command, because commander keeps state in it. */
export function modeOption(): Option {
  return new Option('--mode <mode>', 'live or test').choices(['live', 'test']).default('live');
}

export function limitOption(): Option {
  return new Option('--limit <count>', 'maximum number of rows').argParser(wholeNumber).default(1_000);
}

export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('Must be a positive integer.');
  return Number(text);
}

export function notNegative(text: string): number {
  return text === '0' ? 0 : wholeNumber(text);
}

/** What `none` means to the API. Commander makes an empty text of a parser's null, so the word is kept until the body. */
export type Limit = number | 'none';

export function limitOf(text: string): Limit {
  return text === 'none' ? text : wholeNumber(text);
}

export function inBody(limit: Limit | undefined): number | null | undefined {
  return limit === 'none' ? null : limit;
}

/** For options that are given several times. */
export function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}
