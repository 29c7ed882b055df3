import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

export interface Output {
  /** The result, and nothing but the result. */
  readonly result: (text: string) => void;
  /** For the person, not for the program that reads the result. */
  readonly note: (text: string) => void;
  readonly style: (style: Style, text: string) => string;
}

export function openOutput(
  results: NodeJS.WriteStream,
  notes: NodeJS.WriteStream,
  env: NodeJS.ProcessEnv,
): Output {
  const isColourful = results.isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  return {
    result: (text) => void results.write(`${text}\n`),
    note: (text) => void notes.write(`${text}\n`),
    style: (style, text) => (isColourful ? styleText(style, text, { validateStream: false }) : text),
  };
}
