import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Demo } from './demo.ts';
import type { Span } from './otlp-sink.ts';

const OBSERVABILITY = join(import.meta.dirname, '..', '..', 'deploy', 'observability');
const PAGE = join(OBSERVABILITY, 'README.md');

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

/** What the collector keeps whole, of the traces of a stay. */
export interface Kept {
  readonly keptTraces: number;
  readonly traces: number;
  readonly keptSpans: number;
  readonly spans: number;
}

/** From the sentence of the page: `Of a paid stay these were 4 of 9 traces, with 71 of its 122 spans`. */
export function keptByPage(): Kept {
  const sentence = /were (\d+) of (\d+) traces, with (\d+) of its\s(\d+)\sspans/;
  const [, keptTraces, traces, keptSpans, spans] = sentence.exec(readFileSync(PAGE, 'utf8')) ?? [];
  return {
    keptTraces: Number(keptTraces),
    traces: Number(traces),
    keptSpans: Number(keptSpans),
    spans: Number(spans),
  };
}

interface Policy {
  readonly name: string;
  readonly string_attribute?: { readonly key: string; readonly values: readonly string[] };
}

/** By the collector's own policy of payments: a trace with one such span is kept with all of its spans. */
export function keptOf(spans: readonly Span[]): Kept {
  const { processors } = parse(readFileSync(join(OBSERVABILITY, 'collector.yaml'), 'utf8')) as {
    processors: { tail_sampling: { policies: readonly Policy[] } };
  };
  const rule = processors.tail_sampling.policies.find(({ name }) => name === 'payments')?.string_attribute;
  const values = ({ service, attributes }: Span) => ({ ...attributes, 'service.name': service });
  const isKept = (span: Span) =>
    rule !== undefined && rule.values.includes(String(values(span)[rule.key as 'service.name']));
  const kept = new Set(spans.filter(isKept).map(({ traceId }) => traceId));
  return {
    keptTraces: kept.size,
    traces: new Set(spans.map(({ traceId }) => traceId)).size,
    keptSpans: spans.filter(({ traceId }) => kept.has(traceId)).length,
    spans: spans.length,
  };
}
