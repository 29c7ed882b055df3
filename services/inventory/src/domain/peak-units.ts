import type { Span } from './stay.ts';

export type ClaimKind = 'reservation' | 'external_block';

export interface Taken extends Span {
  readonly kind: ClaimKind;
  readonly units: number;
}

/** How many units each kind takes from a moment on. */
type Level = Readonly<Record<ClaimKind, number>>;

const NOTHING: Level = { reservation: 0, external_block: 0 };

/** Every level that is reached within the span; a stay ends before the one that begins at the same moment. */
function levels(taken: readonly Taken[], span: Span): Level[] {
  const changes = taken
    .filter(({ start, end }) => start < span.end && end > span.start)
    .flatMap(({ start, end, kind, units }) => [
      { at: Math.max(start, span.start), kind, by: units },
      { at: end, kind, by: -units },
    ])
    .toSorted((one, other) => one.at - other.at || one.by - other.by);
  let level = NOTHING;
  return changes.map(({ kind, by }) => (level = { ...level, [kind]: level[kind] + by }));
}

function total(level: Level): number {
  return level.reservation + level.external_block;
}

/** The most units that are taken at any one moment of the span. */
export function peakUnits(taken: readonly Taken[], span: Span): number {
  return levels(taken, span).reduce((peak, level) => Math.max(peak, total(level)), 0);
}

/** The kinds of whatever stands in the way of `wanted` more units, at the moments when they do not fit. */
export function readinessFailures(
  taken: readonly Taken[],
  span: Span,
  { wanted, units }: { wanted: number; units: number },
): Set<ClaimKind> {
  const found = new Set<ClaimKind>();
  for (const level of levels(taken, span)) {
    if (total(level) + wanted <= units) continue;
    if (level.reservation > 0) found.add('reservation');
    if (level.external_block > 0) found.add('external_block');
  }
  return found;
}
