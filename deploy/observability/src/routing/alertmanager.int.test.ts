import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAlertmanager } from '@lodging/kit-testing/servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { HOME } from '../generated-files.ts';
import { alerts } from '../queries/rule-files.ts';
import { queryAlertmanager } from './query-alertmanager.ts';
import { firedAlerts, nameOf } from './fired-alerts.ts';
import type { Labels } from './fired-alerts.ts';

/** What one page reports already. */
const FOLLOWS = [
  'BusDown page nats > NotReady page notifications',
  'PaymentProviderFailing page payments > ProviderSilent ticket payments',
  'PaymentProviderFailing page payments > ReconcilerFailing ticket payments',
  'PaymentProviderFailing page payments > ReconcilerFindsMuch ticket payments',
  'PaymentProviderFailing page payments > RefundsStuck ticket payments',
  'PaymentProviderFailing page payments > RefundsUnsent page reservations',
  'PostgresDown page postgres > NotReady page reservations',
  'ServiceGone page payments > EventsDeferred ticket payments',
  'ServiceGone page payments > NotificationsWaiting ticket payments',
  'ServiceGone page payments > ProviderSilent ticket payments',
  'ServiceGone page payments > ReconcilerFailing ticket payments',
  'ServiceGone page payments > ReconcilerFindsMuch ticket payments',
  'ServiceGone page payments > RefundsStuck ticket payments',
];

const text = readFileSync(join(HOME, 'alertmanager.yaml'), 'utf8');
const fired = firedAlerts();
let directory = '';

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'lodging-alertmanager-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function statesBy(config: string, sent: readonly Labels[]) {
  const server = await startAlertmanager({ directory: mkdtempSync(join(directory, 'run-')), config });
  try {
    return await queryAlertmanager(server.url, sent);
  } finally {
    await server.stop();
  }
}

/** The same rules, where an alert inhibits those of its own pair alone: so that all pairs can be asked about at once. */
function withinPairs(): string {
  const config = z
    .looseObject({ inhibit_rules: z.array(z.looseObject({ equal: z.array(z.string()).default([]) })) })
    .parse(parse(text));
  const rules = config.inhibit_rules.map((rule) => ({ ...rule, equal: [...rule.equal, 'pair'] }));
  return stringify({ ...config, inhibit_rules: rules });
}

function pairs(): Labels[] {
  return fired.flatMap((one, index) =>
    fired.slice(index + 1).flatMap((other, offset) => {
      const pair = `${index}-${index + 1 + offset}`;
      return [
        { ...one, pair },
        { ...other, pair },
      ];
    }),
  );
}

interface Silenced {
  readonly by: string;
  readonly bySeverity: string;
  readonly alert: string;
  readonly severity: string;
}

/** Asked of a real Alertmanager, for every two of our alerts that fire together. */
async function silencedInPairs(): Promise<Silenced[]> {
  const states = await statesBy(withinPairs(), pairs());
  const byPair = Map.groupBy(states, ({ labels }) => labels['pair'] ?? '');
  return [...byPair.values()].flatMap((pair) =>
    pair.flatMap((alert) => {
      const [other] = pair.filter((one) => one !== alert);
      if (other === undefined || alert.status.inhibitedBy.length === 0) return [];
      const [silenced, by] = [alert.labels as Labels, other.labels as Labels];
      const { pair: _, ...own } = silenced;
      const { pair: __, ...source } = by;
      return [
        {
          by: nameOf(source as Labels),
          bySeverity: source['severity'] ?? '',
          alert: nameOf(own as Labels),
          severity: own['severity'] ?? '',
        },
      ];
    }),
  );
}

describe('Alertmanager with our configuration', () => {
  it('routes every rule of ours, with the labels that its alerts carry', () => {
    const rules = alerts().map(({ alert, labels }) => [alert, labels['severity'], labels['burn']].join());
    const seen = fired.map(({ alertname, severity, burn }) => [alertname, severity, burn].join());
    expect(rules.filter((rule) => !seen.includes(rule))).toEqual([]);
  });

  it('pages for each page alert while everything else fires too, but for what follows from another page', async () => {
    const states = await statesBy(text, fired);
    const pages = states.filter(({ labels }) => labels['severity'] === 'page');
    const silent = pages.filter(({ status }) => status.inhibitedBy.length > 0);
    expect(
      silent
        .map(({ labels }) => labels['alertname'] ?? '')
        .toSorted((one, other) => one.localeCompare(other)),
    ).toEqual(['NotReady', 'NotReady', 'RefundsUnsent']);
    expect(pages.length).toBeGreaterThan(30);
    expect(new Set(pages.flatMap(({ receivers }) => receivers.map(({ name }) => name)))).toEqual(
      new Set(['pager']),
    );
    const rest = states.filter(({ labels }) => labels['severity'] !== 'page');
    expect(new Set(rest.flatMap(({ receivers }) => receivers.map(({ name }) => name)))).toEqual(
      new Set(['tickets']),
    );
  });

  it('lets no ticket silence anything, and a page only what follows from it', async () => {
    const silenced = await silencedInPairs();
    expect(silenced.filter(({ bySeverity }) => bySeverity !== 'page')).toEqual([]);
    const words = silenced.map(({ by, alert }) => `${by} > ${alert}`);
    const burns = (word: string): boolean => /^(\S+) page (?:fast|steady) > \1 ticket slow$/.test(word);
    expect(words.filter((word) => !burns(word)).toSorted()).toEqual(FOLLOWS);
    expect(words.filter(burns)).toHaveLength(12);
  }, 120_000);
});
