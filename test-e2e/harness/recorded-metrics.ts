import { setTimeout as pause } from 'node:timers/promises';
import type { Demo } from './demo.ts';
import { eventually } from './eventually.ts';

/** What all processes reported at a moment: the value of each series. */
interface Sample {
  readonly at: number;
  readonly values: ReadonlyMap<string, number>;
}

/** Two samples of a state of the product, which the rules see as if it had lasted `minutes`. */
export interface Phase {
  readonly minutes: number;
  readonly first: Sample;
  readonly last: Sample;
}

/** Some gauges are read from the database once in fifteen seconds: before that none of them grows. */
const OUTAGE_MS = 16_000;
const WELL_MS = 3_000;
const CONSUMER_WAITS = /^lodging_consumer_(?:ack_)?pending\{/;
const CHECK = /^lodging_ready\{/;

/**
 * An event that a consumer is just processing would be one that waits for all the minutes, and a check that was late once on a
 * busy machine one that fails for all of them.
 */
export async function recordWell(demo: Demo, minutes: number): Promise<Phase> {
  return eventually(
    'no event waits for a consumer, and each check passes',
    async () => {
      const phase = await recordPhase(demo, minutes, WELL_MS);
      return isCalm(phase.first) && isCalm(phase.last) && phase;
    },
    { withinMs: 90_000, everyMs: 500 },
  );
}

function isCalm({ values }: Sample): boolean {
  return [...values].every(
    ([series, value]) =>
      (!CONSUMER_WAITS.test(series) || value === 0) && (!CHECK.test(series) || value === 1),
  );
}

export const recordOutage = (demo: Demo, minutes: number) => recordPhase(demo, minutes, OUTAGE_MS);

async function recordPhase(demo: Demo, minutes: number, betweenMs: number): Promise<Phase> {
  const first = await sampleOf(demo);
  await pause(betweenMs);
  return { minutes, first, last: await sampleOf(demo) };
}

async function sampleOf({ services }: Demo): Promise<Sample> {
  const at = Date.now();
  const texts = await Promise.all(
    Object.entries(services).map(async ([service, { healthUrl }]) => ({
      service,
      text: await fetch(`${healthUrl}/metrics`).then((answer) => answer.text()),
    })),
  );
  const values = texts.flatMap(({ service, text }) => [
    [`up{job="lodging", instance="${service}"}`, 1] as const,
    ...[...text.matchAll(/^(\w+)\{([^}]*)\} ([\d.e+-]+)$/gm)].map(
      ([, name = '', labels = '', value]) =>
        [`${name}{${labels},instance="${service}",job="lodging"}`, Number(value)] as const,
    ),
  ]);
  return { at, values: new Map(values) };
}

/** In promtool's notation, a value a minute: what changed between two samples goes on changing as fast. */
export function valuesIn(phases: readonly Phase[]): { series: string; values: string }[] {
  const names = new Set(phases.flatMap(({ first, last }) => [...first.values.keys(), ...last.values.keys()]));
  return [...names].map((series) => {
    let reached = 0;
    const values = phases.map(({ minutes, first, last }) => {
      const end = last.values.get(series);
      if (end === undefined) return `_x${minutes}`;
      const perMinute = ((end - (first.values.get(series) ?? 0)) / (last.at - first.at)) * 60_000;
      const isCounter = /_(?:total|count|sum|bucket)\{/.test(series);
      // A counter never falls between two phases; a gauge begins each at its value.
      const begin = isCounter ? Math.max(reached, first.values.get(series) ?? 0) : end;
      const step = isCounter ? Math.max(0, perMinute) : growthOf(series, perMinute);
      reached = begin + step * minutes;
      return `${begin}+${step}x${minutes - 1}`;
    });
    return { series, values: values.join(' ') };
  });
}

/** An age that grows goes on growing; other gauges stay as they are. */
function growthOf(series: string, perMinute: number): number {
  return /_(?:age|lag)_seconds\{/.test(series) && perMinute > 30 ? perMinute : 0;
}
