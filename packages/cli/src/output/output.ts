import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

export interface Output {
  /** The result, on standard output. */
  readonly result: (text: string) => void;
  /** Messages for the user, on standard error. */
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
