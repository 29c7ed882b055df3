import { describe, expect, it } from 'vitest';
import { dashboardQueries, ruleQueries, runbookQueries } from './all-queries.ts';
import type { Placed } from './all-queries.ts';
import { foreignMetrics, ownMetrics, recordedMetrics } from './declared-metrics.ts';
import { readExpression } from './read-expression.ts';

const own = ownMetrics();
const foreign = foreignMetrics();
const recorded = recordedMetrics();
const everywhere = [...dashboardQueries(), ...ruleQueries(), ...runbookQueries()];

/** What is wrong with a query, in words; nothing where all of it is declared. */
function undeclared({ place, expr }: Placed): string[] {
  const { selectors, grouping, made, isBroken } = readExpression(expr);
  if (isBroken) return [`${place}: not PromQL: ${expr}`];
  const known = new Set(made);
  let anythingGoes = false;
  const faults: string[] = [];
  for (const { metrics, labels } of selectors) {
    for (const metric of metrics) {
      const declared = own.get(metric) ?? foreign.get(metric);
      if (recorded.has(metric)) anythingGoes = true;
      else if (declared === undefined) faults.push(`${place}: no service declares ${metric}`);
      else {
        for (const label of declared) known.add(label);
        faults.push(
          ...labels
            .filter((label) => !declared.has(label))
            .map((label) => `${place}: ${metric} has no ${label}`),
        );
      }
    }
  }
  if (anythingGoes) return faults;
  return [
    ...faults,
    ...grouping.filter((label) => !known.has(label)).map((label) => `${place}: no ${label} here`),
  ];
}

describe('queries', () => {
  it('are found in all three places', () => {
    expect(dashboardQueries().length).toBeGreaterThan(100);
    expect(ruleQueries().length).toBeGreaterThan(100);
    expect(runbookQueries().length).toBeGreaterThan(50);
  });

  it('use metrics and labels that are declared, and no others', () => {
    expect(everywhere.flatMap(undeclared)).toEqual([]);
  });

  it.each([
    ['an unknown metric', 'rate(lodging_holds_made_total[5m])'],
    ['an unknown label', 'lodging_feeds{state="error"}'],
    ['an unknown label to group by', 'sum by (tenant) (lodging_feeds)'],
    ['a bucket of what is no histogram', 'lodging_holds_created_total_bucket'],
    ['broken syntax', 'sum(rate(up[5m])'],
  ])('would be found out for %s', (_, expr) => {
    expect(undeclared({ place: 'here', expr })).toHaveLength(1);
  });

  it('leave no metric of others declared for nothing', () => {
    const used = new Set(
      everywhere.flatMap(({ expr }) => readExpression(expr).selectors.flatMap(({ metrics }) => metrics)),
    );
    expect([...foreign.keys()].filter((metric) => !used.has(metric))).toEqual([]);
  });

  it('use everything that a rule records', () => {
    const used = new Set(
      everywhere.flatMap(({ expr }) => readExpression(expr).selectors.flatMap(({ metrics }) => metrics)),
    );
    expect([...recorded].filter((metric) => !used.has(metric))).toEqual([]);
  });
});
