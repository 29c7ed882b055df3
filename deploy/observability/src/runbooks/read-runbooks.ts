import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOME } from '../generated-files.ts';

export interface Block {
  /** The heading of second level that it stands under; empty above the first. */
  readonly heading: string;
  readonly language: string;
  readonly text: string;
}

export interface Runbook {
  readonly page: string;
  readonly headings: readonly string[];
  readonly blocks: readonly Block[];
  /** The prose under each heading, blocks left out. */
  readonly prose: ReadonlyMap<string, string>;
}

const FENCE = /^```(\w*)$/;

export function runbooks(): Runbook[] {
  const home = join(HOME, 'runbooks');
  return readdirSync(home)
    .filter((name) => name.endsWith('.md'))
    .map((page) => readRunbook(page, readFileSync(join(home, page), 'utf8')));
}

export function readRunbook(page: string, markdown: string): Runbook {
  const headings: string[] = [];
  const blocks: Block[] = [];
  const prose = new Map<string, string>();
  let heading = '';
  let open: { language: string; lines: string[] } | undefined;
  for (const line of markdown.split('\n')) {
    const fence = FENCE.exec(line);
    if (open !== undefined) {
      if (fence === null) open.lines.push(line);
      else {
        blocks.push({ heading, language: open.language, text: open.lines.join('\n') });
        open = undefined;
      }
    } else if (fence !== null) open = { language: fence[1] ?? '', lines: [] };
    else if (line.startsWith('## ')) {
      heading = line.slice(3).trim();
      headings.push(heading);
    } else prose.set(heading, `${prose.get(heading) ?? ''}${line}\n`);
  }
  return { page, headings, blocks, prose };
}
