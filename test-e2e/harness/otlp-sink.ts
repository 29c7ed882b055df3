import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Value = string | number | boolean;
export type Attributes = Readonly<Record<string, Value>>;

export interface Span {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for a root span. */
  readonly parentSpanId: string;
  readonly name: string;
  readonly kind: string;
  readonly attributes: Attributes;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
}

export interface Metric {
  readonly service: string;
  readonly name: string;
  readonly unit: string;
  readonly instrument: 'counter' | 'gauge' | 'histogram';
  readonly points: readonly { readonly attributes: Attributes; readonly bounds?: readonly number[] }[];
}

export interface OtlpSink {
  readonly url: string;
  spans(): readonly Span[];
  metrics(): readonly Metric[];
  /** All received bytes. */
  raw(): string;
  stop(): Promise<void>;
}

interface Pair {
  readonly key: string;
  readonly value: {
    stringValue?: string;
    intValue?: number | string;
    doubleValue?: number;
    boolValue?: boolean;
  };
}
interface Resource {
  readonly attributes: Pair[];
}
interface WireSpan extends Omit<Span, 'service' | 'kind' | 'attributes' | 'parentSpanId' | 'links'> {
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly attributes: Pair[];
  readonly links?: Span['links'];
}
interface WirePoints {
  readonly isMonotonic?: boolean;
  readonly dataPoints: { attributes: Pair[]; explicitBounds?: number[] }[];
}
interface WireMetric extends Pick<Metric, 'name' | 'unit'> {
  readonly sum?: WirePoints;
  readonly gauge?: WirePoints;
  readonly histogram?: WirePoints;
}
interface Sent {
  readonly resourceSpans?: { resource: Resource; scopeSpans: { spans: WireSpan[] }[] }[];
  readonly resourceMetrics?: { resource: Resource; scopeMetrics: { metrics: WireMetric[] }[] }[];
}

const KINDS = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'];

export async function startOtlpSink(): Promise<OtlpSink> {
  const spans: Span[] = [];
  const metrics: Metric[] = [];
  let raw = '';
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      raw += text;
      const sent = JSON.parse(text) as Sent;
      spans.push(...spansOf(sent));
      metrics.push(...metricsOf(sent));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans: () => spans,
    metrics: () => metrics,
    raw: () => raw,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function spansOf({ resourceSpans = [] }: Sent): Span[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap((scope) =>
      scope.spans.map((span) => ({
        ...span,
        service: serviceOf(resource),
        parentSpanId: span.parentSpanId ?? '',
        kind: KINDS[span.kind] ?? 'unknown',
        attributes: attributesOf(span.attributes),
        links: span.links ?? [],
      })),
    ),
  );
}

function metricsOf({ resourceMetrics = [] }: Sent): Metric[] {
  return resourceMetrics.flatMap(({ resource, scopeMetrics }) =>
    scopeMetrics.flatMap((scope) => scope.metrics.map((metric) => metricOf(serviceOf(resource), metric))),
  );
}

function metricOf(service: string, { name, unit, sum, gauge, histogram }: WireMetric): Metric {
  const of = sum ?? gauge ?? histogram;
  const grows = sum?.isMonotonic === true ? 'counter' : 'gauge';
  return {
    service,
    name,
    unit,
    instrument: histogram === undefined ? grows : 'histogram',
    points: (of?.dataPoints ?? []).map(({ attributes, explicitBounds }) => ({
      attributes: attributesOf(attributes),
      ...(explicitBounds && { bounds: explicitBounds }),
    })),
  };
}

function serviceOf({ attributes }: Resource): string {
  return String(attributesOf(attributes)['service.name'] ?? '');
}

function attributesOf(pairs: readonly Pair[] = []): Attributes {
  return Object.fromEntries(
    pairs.map(({ key, value }) => {
      const { stringValue, intValue, doubleValue, boolValue } = value;
      const number = intValue === undefined ? doubleValue : Number(intValue);
      return [key, stringValue ?? number ?? boolValue ?? ''];
    }),
  );
}
