import type { Labels, Point, Snapshot } from './instruments.ts';

export const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Units as Prometheus writes them. What is counted, as {request}, is no unit. */
const UNITS = new Map([
  ['s', '_seconds'],
  ['By', '_bytes'],
  ['1', '_ratio'],
]);

/** Every series carries the service, so that it is found however else it is labelled. */
export function prometheusText(resource: Labels, snapshots: readonly Snapshot[]): string {
  const service = labelOf('service_name', resource['service.name'] ?? '');
  const target = `# HELP target_info What is measured.\n# TYPE target_info gauge\ntarget_info{${labelsOf(resource)}} 1\n`;
  const told = snapshots.filter(({ points }) => points.length > 0);
  return target + told.map((snapshot) => textOf(snapshot, service)).join('');
}

function textOf(snapshot: Snapshot, service: string): string {
  const { kind, about, buckets, points } = snapshot;
  const name = prometheusName(snapshot);
  const lines = points.flatMap((point) => {
    const labels = labelsOf(point.labels);
    return linesOf(name, labels === '' ? service : `${service},${labels}`, buckets, point);
  });
  return [`# HELP ${name} ${escapeHelp(about)}`, `# TYPE ${name} ${kind}`, ...lines, ''].join('\n');
}

function linesOf(name: string, labels: string, buckets: readonly number[], point: Point): string[] {
  if ('value' in point) return [`${name}{${labels}} ${point.value}`];
  let seen = 0;
  const lines = point.counts.map((count, index) => {
    seen += count;
    return `${name}_bucket{${labels},le="${buckets[index] ?? '+Inf'}"} ${seen}`;
  });
  return [...lines, `${name}_sum{${labels}} ${point.sum}`, `${name}_count{${labels}} ${point.count}`];
}

/** `http.server.request.duration` in seconds is `http_server_request_duration_seconds`; a count ends in `_total`. */
export function prometheusName({ name, unit, kind }: Pick<Snapshot, 'name' | 'unit' | 'kind'>): string {
  const base = name.replace(/[^a-zA-Z0-9_:]/g, '_') + (UNITS.get(unit) ?? '');
  return kind === 'counter' ? `${base}_total` : base;
}

function labelsOf(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => labelOf(name.replace(/\W/g, '_'), value))
    .join(',');
}

function labelOf(name: string, value: string | number | boolean): string {
  const text = String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
  return `${name}="${text}"`;
}

function escapeHelp(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}
