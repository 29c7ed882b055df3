// Guards that what is counted is told as Prometheus and OpenTelemetry mean it, and that a broken reading spoils no other.
import { expect, it } from 'vitest';
import { gauge, observableCounter, current, observe, observeSeldom } from './gauges.ts';
import { counter, total, histogram } from './instruments.ts';
import { prometheusText } from './prometheus-text.ts';
import { readPairs, resourceOf } from './resource.ts';

const resource = { 'service.name': 'parcels' };
const form = (name: string, unit = '{parcel}') => ({ name, unit, about: 'Parcels.' });

async function text(): Promise<string> {
  return prometheusText(resource, [...total(), ...(await current())]);
}

it('counts by label, under the name that Prometheus expects', async () => {
  const sent = counter(form('parcels.sent'));
  const abroad = sent.series({ 'parcel.to': 'abroad' });
  abroad.add(1);
  abroad.add(2);
  sent.add(1, { 'parcel.to': 'abroad' });
  sent.add(1, { 'parcel.to': 'a "quoted"\n\\ place' });
  const told = await text();
  expect(told).toContain('# HELP parcels_sent_total Parcels.\n# TYPE parcels_sent_total counter\n');
  expect(told).toContain('parcels_sent_total{service_name="parcels",parcel_to="abroad"} 4\n');
  expect(told).toContain('parcel_to="a \\"quoted\\"\\n\\\\ place"} 1\n');
});

it('keeps a distribution in buckets that include their bound, and tells them cumulated', async () => {
  const weight = histogram({ ...form('parcels.weight', 's'), buckets: [1, 2] });
  for (const value of [0.5, 1, 1.5, 9]) weight.record(value);
  const told = await text();
  expect(told).toContain('parcels_weight_seconds_bucket{service_name="parcels",le="1"} 2\n');
  expect(told).toContain('parcels_weight_seconds_bucket{service_name="parcels",le="2"} 3\n');
  expect(told).toContain('parcels_weight_seconds_bucket{service_name="parcels",le="+Inf"} 4\n');
  expect(told).toContain('parcels_weight_seconds_sum{service_name="parcels"} 12\n');
  expect(told).toContain('parcels_weight_seconds_count{service_name="parcels"} 4\n');
});

it('has one metric of a name, however many modules declare it', async () => {
  for (const depot of ['north', 'south']) counter(form('parcels.shared')).add(1, { depot });
  const told = await text();
  expect(told.match(/^# TYPE parcels_shared_total/gm)).toHaveLength(1);
  expect(told.match(/^parcels_shared_total\{/gm)).toHaveLength(2);
});

it('folds what is beyond two thousand series of one metric into one', async () => {
  const careless = counter(form('parcels.careless'));
  for (let id = 0; id < 2500; id += 1) careless.add(1, { id });
  const told = await text();
  expect(told.match(/^parcels_careless_total\{/gm)).toHaveLength(2001);
  expect(told).toContain('parcels_careless_total{service_name="parcels",otel_metric_overflow="true"} 500\n');
});

it('tells what is known now, and leaves out what cannot be known', async () => {
  const waiting = gauge(form('parcels.waiting'));
  const driven = observableCounter(form('parcels.driven', 's'));
  let depot: () => Promise<number> = async () => 7;
  const ends = [
    observeSeldom(
      () => depot(),
      (count, report) => report(waiting, count, { depot: 'north' }),
      0,
    ),
    observe((report) => report(driven, 12)),
    observe(() => {
      throw new Error('no such depot');
    }),
  ];
  expect(await text()).toContain('parcels_waiting{service_name="parcels",depot="north"} 7\n');
  expect(await text()).toContain('# TYPE parcels_driven_seconds_total counter\n');
  for (const broken of [
    () => Promise.reject(new Error('away')),
    () => new Promise<number>(() => undefined),
  ]) {
    depot = broken;
    expect(await text()).not.toContain('parcels_waiting');
  }
  depot = async () => 8;
  expect(await text()).toContain('depot="north"} 8\n');
  for (const end of ends) end();
  expect(await text()).not.toContain('parcels_waiting');
});

it('adds up what two parts of a process tell of one series', async () => {
  const belts = gauge(form('parcels.belts'));
  const ends = [3, 4].map((count) => observe((report) => report(belts, count)));
  expect(await text()).toContain('parcels_belts{service_name="parcels"} 7\n');
  for (const end of ends) end();
});

it('asks a database or a broker once for all who read at about the same time', async () => {
  let asked = 0;
  const ask = async () => (asked += 1);
  const end = observeSeldom(ask, (count, report) => report(gauge(form('parcels.asked')), count));
  await Promise.all([text(), text()]);
  expect(await text()).toContain('parcels_asked{service_name="parcels"} 1\n');
  expect(asked).toBe(1);
  end();
});

it('lets the environment say more of a process, but not another name', () => {
  const about = { name: 'parcels', version: '1.2.3', environment: 'production' };
  const more = 'service.instance.id=pod-7,team=stays%20and%20more,broken,service.name=other,=x';
  expect(resourceOf({ ...about, more })).toEqual({
    'service.name': 'parcels',
    'service.namespace': 'lodging',
    'service.version': '1.2.3',
    'service.instance.id': 'pod-7',
    'deployment.environment.name': 'production',
    team: 'stays and more',
  });
  expect(readPairs('a=%zz')).toEqual({ a: '%zz' });
});
