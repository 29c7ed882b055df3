import { makeLodging } from '../harness/own-tenant.ts';
import { sampleLoad, type Figures } from './load.ts';
import { withProcessorTime } from './processes.ts';
import { makeUnlimitedTenant } from './stage.ts';
import type { Stage } from './stage.ts';

export interface RuleFigures {
  readonly withoutRules: Figures;
  readonly withRules: Figures;
  /** Of the service that prices a quote, with rules less without: the median of the rounds. */
  readonly addedMicroseconds: number;
}

const RULES = 20;
const NIGHTS = 30;
const WARM_UP_SECONDS = 1;

/** Quotes of thirty nights, without taxes and with twenty. */
export async function measureRules(stage: Stage): Promise<RuleFigures> {
  const { key, secret } = await makeUnlimitedTenant(stage.demo);
  const { id: resourceId, ratePlanId } = await makeLodging(secret);
  const start = Temporal.Now.plainDateISO('UTC').add({ days: 30 });
  const window = { from: `${start}T15:00:00Z`, to: `${start.add({ days: NIGHTS })}T10:00:00Z` };
  const body = JSON.stringify({ resourceId, ratePlanId, ...window, partySize: 2 });
  const { demo } = stage;
  const measure = (seconds: number) =>
    withProcessorTime(demo, () =>
      sampleLoad({
        url: demo.gatewayUrl,
        connections: 8,
        seconds,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        requests: [{ method: 'POST', path: '/v1/quotes', body }],
      }),
    );
  await measure(WARM_UP_SECONDS);
  const withoutRules = await measure(stage.seconds);
  for (let rule = 0; rule < RULES; rule += 1) {
    const answer = await secret.put(`/v1/tax-rules/rule-${rule}`, ruleOf(rule));
    if (answer.status !== 200) throw new Error(`no rule: ${JSON.stringify(answer.body)}`);
  }
  await measure(WARM_UP_SECONDS);
  const withRules = await measure(stage.seconds);
  const pricing = ({ processorMs }: Figures) => processorMs?.['inventory'] ?? 0;
  return { withoutRules, withRules, addedMicroseconds: (pricing(withRules) - pricing(withoutRules)) * 1_000 };
}

function ruleOf(rule: number) {
  const common = { kind: 'tax', name: `Rule ${rule}`, inclusive: false };
  return rule % 2 === 0
    ? { ...common, basis: 'percent', rateBps: String(100 + rule) }
    : { ...common, basis: 'per_person_per_night', amountMinorUnits: String(100 + rule), currency: 'EUR' };
}
