import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Demo } from './demo.ts';

const PAGE = join(import.meta.dirname, '..', '..', 'deploy', 'observability', 'README.md');

export interface ScrapeCost {
  readonly samples: number;
  readonly kilobytes: number;
}

/** By service, of one scrape of one process. */
export async function scrapeCosts({ services }: Demo): Promise<Record<string, ScrapeCost>> {
  const costs = Object.entries(services).map(async ([service, { healthUrl }]) => {
    const text = await fetch(`${healthUrl}/metrics`).then((answer) => answer.text());
    const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length;
    return [service, { samples, kilobytes: Math.round(text.length / 1_000) }] as const;
  });
  return Object.fromEntries(await Promise.all(costs));
}

/** The same from the table of the page: `| gateway | 1,200 | 250 |`. */
export function costsOfPage(): Record<string, ScrapeCost> {
  const rows = readFileSync(PAGE, 'utf8').matchAll(/^\| (\w+) \| ([\d,]+) \| (\d+) \|$/gm);
  return Object.fromEntries(
    Array.from(rows, ([, service = '', samples = '', kilobytes]) => [
      service,
      { samples: Number(samples.replace(',', '')), kilobytes: Number(kilobytes) },
    ]),
  );
}
