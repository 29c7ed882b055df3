import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const page = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');

/** The command that stands alone in the first block below a heading, in its words: what a reader types. */
function lineBelow(heading: string): string[] {
  const [, below = ''] = page.split(`${heading}\n`);
  const line = /```\n(.*)\n```/.exec(below)?.[1];
  if (line === undefined || !line.startsWith('docker compose '))
    throw new Error(`there is no line of compose below ${heading}`);
  return line.split(' ');
}

export const upLine = lineBelow('# Lodging in containers');
export const observabilityLine = lineBelow('## Observability');
